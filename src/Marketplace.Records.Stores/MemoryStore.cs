using System.Collections.Concurrent;

namespace Marketplace.Records.Stores;

/// <summary>Records in the memory of the service: what service and driver can do without a database.</summary>
internal sealed class MemoryStore(RecordsSettings settings, TimeProvider time) : IRecordStore
{
    private readonly ConcurrentDictionary<long, Item> _items = new();
    private readonly ConcurrentDictionary<string, long> _bySku = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<long, ConcurrentDictionary<long, bool>> _byOwner = new();
    private readonly IReadOnlyList<Role> _roles = SeedData.AllRoles();

    public string Server => "memory";

    // It never waits.
    public bool CanBlock => true;

    public PoolGauge Pool { get; } = new(time);

    public ValueTask<Item?> Get(long id) => new(_items.GetValueOrDefault(id));

    public ValueTask<Item?> GetBySku(string sku) =>
        _bySku.TryGetValue(sku, out var id) ? Get(id) : new((Item?)null);

    public ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit)
    {
        var ids = _byOwner.TryGetValue(owner, out var owned) ? owned.Keys.Order() : Enumerable.Empty<long>();
        return new([.. ids.Select(id => _items.GetValueOrDefault(id)).OfType<Item>().Take(limit)]);
    }

    public ValueTask<bool> Create(Item item)
    {
        if (!_items.TryAdd(item.Id, item)) return new(false);
        _bySku[item.Sku] = item.Id;
        _byOwner.GetOrAdd(item.Owner, static _ => new())[item.Id] = true;
        return new(true);
    }

    public ValueTask<bool> Update(long id, ItemChange change)
    {
        while (_items.TryGetValue(id, out var item))
        {
            var changed = item with
            {
                Status = change.Status,
                Price = change.Price,
                Quantity = change.Quantity,
                UpdatedAt = change.UpdatedAt,
                Attributes = [.. item.Attributes.Select(one => one.Name == change.Attribute.Name ? change.Attribute : one)],
                Mark = change.Mark,
            };
            if (_items.TryUpdate(id, changed, item)) return new(true);
        }

        return new(false);
    }

    public ValueTask<bool> Delete(long id)
    {
        if (!_items.TryRemove(id, out var item)) return new(false);
        _bySku.TryRemove(item.Sku, out _);
        if (_byOwner.TryGetValue(item.Owner, out var owned)) owned.TryRemove(id, out _);
        return new(true);
    }

    public ValueTask<long> Count() => new(_items.Count);

    public ValueTask<IReadOnlyList<Role>> Roles() => new(_roles);

    public Task Open() => _items.IsEmpty ? Reset() : Task.CompletedTask;

    public Task Close() => Task.CompletedTask;

    public async Task Reset()
    {
        _items.Clear();
        _bySku.Clear();
        _byOwner.Clear();
        for (var id = 1; id <= settings.Rows; id++)
            await Create(SeedData.Item(id, settings.Rows));
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
