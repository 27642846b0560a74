using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>Records in PostgreSQL, over a pool of connections that is opened as a whole and never grows.</summary>
internal sealed class PostgresStore(RecordsSettings settings, TimeProvider time) : IRecordStore
{
    private readonly SeededDatabase _database = new(settings);
    private readonly ItemLayout _layout = ItemLayout.Of(settings.Layout);
    private readonly PostgresPool _pool = new(settings, null, time);

    public string Server => _pool.Server;

    public bool CanBlock => true;

    public PoolGauge Pool => _pool.Gauge;

    public ValueTask<Item?> Get(long id) => One($"{_layout.Select} WHERE i.id = $1", id);

    public ValueTask<Item?> GetBySku(string sku) => One($"{_layout.Select} WHERE {_layout.HasSku}", sku);

    public ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit) =>
        _pool.Select($"{_layout.Select} WHERE {_layout.HasOwner} ORDER BY i.id LIMIT $2", [owner, limit], async rows =>
        {
            var items = new List<Item>();
            while (await _pool.Calls.NextRow(rows))
                items.Add(_layout.Read(rows));
            return (IReadOnlyList<Item>)items;
        });

    public async ValueTask<bool> Create(Item item)
    {
        try
        {
            return await _pool.Write(batch => _layout.Insert(batch, item));
        }
        catch (PostgresException error) when (error.SqlState == PostgresErrorCodes.UniqueViolation)
        {
            return false;
        }
    }

    public ValueTask<bool> Update(long id, ItemChange change) => _pool.Write(batch => _layout.Update(batch, id, change));

    public ValueTask<bool> Delete(long id) => _pool.Write(batch => _layout.Delete(batch, id));

    public ValueTask<long> Count() => _pool.Select("SELECT count(*) FROM item", [], async rows =>
    {
        await _pool.Calls.NextRow(rows);
        return rows.GetInt64(0);
    });

    public ValueTask<IReadOnlyList<Role>> Roles() => _pool.Select(RoleTables.Select, [], rows => RoleTables.Read(rows, _pool.Calls));

    /// <summary>What PostgreSQL would do for a read, as `EXPLAIN` tells.</summary>
    /// <param name="bySku">True for the read by sku, false for the one by owner.</param>
    public ValueTask<string> Explain(bool bySku) => _pool.Select(
        $"EXPLAIN {_layout.Select} WHERE {(bySku ? _layout.HasSku : _layout.HasOwner)}",
        [bySku ? SeedData.Sku(1) : 1L],
        async rows =>
        {
            var lines = new List<string>();
            while (await _pool.Calls.NextRow(rows))
                lines.Add(rows.GetString(0));
            return string.Join('\n', lines);
        });

    public Task Open() => _pool.Open(_database);

    public Task Close() => _pool.Close();

    public Task Reset() => _pool.Reset(_database);

    public async ValueTask DisposeAsync() => await Close();

    private ValueTask<Item?> One(string statement, object value) =>
        _pool.Select(statement, [value], async rows => await _pool.Calls.NextRow(rows) ? _layout.Read(rows) : null);
}
