namespace Marketplace.Records.Stores.Ycsb;

/// <summary>The table in the memory of the driver: what the driver can do without a database.</summary>
internal sealed class MemoryUserTable(RecordsSettings settings, TimeProvider time) : IUserTable
{
    private readonly Lock _gate = new();
    private Dictionary<string, string[]> _records = [];
    private SortedSet<string> _keys = new(StringComparer.Ordinal);

    public string Server => "memory";

    public PoolGauge Pool { get; } = new(time);

    public ValueTask<string[]?> Read(string key)
    {
        lock (_gate)
            return new(_records.GetValueOrDefault(key));
    }

    public ValueTask<IReadOnlyList<UserRecord>> Scan(string key, int limit)
    {
        lock (_gate)
        {
            if (_keys.Max is not { } last || string.CompareOrdinal(key, last) > 0) return new([]);
            return new([.. _keys.GetViewBetween(key, last).Take(limit).Select(found => new UserRecord(found, _records[found]))]);
        }
    }

    public ValueTask<bool> Update(string key, int field, string value)
    {
        lock (_gate)
        {
            if (!_records.TryGetValue(key, out var fields)) return new(false);

            // Who reads it now goes on with the old ones.
            _records[key] = [.. fields[..field], value, .. fields[(field + 1)..]];
            return new(true);
        }
    }

    public ValueTask<bool> Insert(UserRecord record)
    {
        lock (_gate)
        {
            if (!_records.TryAdd(record.Key, record.Fields)) return new(false);
            _keys.Add(record.Key);
            return new(true);
        }
    }

    public ValueTask<long> Count()
    {
        lock (_gate)
            return new(_records.Count);
    }

    public Task Open() => _records.Count == 0 ? Reset() : Task.CompletedTask;

    public Task Reset()
    {
        lock (_gate)
        {
            _records = Enumerable.Range(0, settings.Rows).Select(number => UserData.Record(number))
                .ToDictionary(record => record.Key, record => record.Fields, StringComparer.Ordinal);
            _keys = new SortedSet<string>(_records.Keys, StringComparer.Ordinal);
        }

        return Task.CompletedTask;
    }

    public Task CleanUp() => Task.CompletedTask;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
