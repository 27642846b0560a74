using Marketplace.Records.Stores.Ycsb;
using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>The table of YCSB in PostgreSQL.</summary>
internal sealed class PostgresUserTable : IUserTable
{
    private readonly RecordsSettings _settings;
    private readonly UserTableLayout _layout;
    private readonly SeededDatabase _database;
    private readonly PostgresPool _pool;

    public PostgresUserTable(RecordsSettings settings, UserTableOptions options, TimeProvider time)
    {
        _settings = settings;
        _layout = UserTableLayout.Of(settings, options);
        _database = new SeededDatabase(settings, "usertable ", Fill);
        _pool = new PostgresPool(settings, options.Timeout, time);
    }

    public string Server => _pool.Server;

    public PoolGauge Pool => _pool.Gauge;

    public ValueTask<string[]?> Read(string key) => Select(_layout.Read, [key], rows => _layout.ReadRecord(rows, _pool.Calls));

    public ValueTask<IReadOnlyList<UserRecord>> Scan(string key, int limit) => Select(_layout.Scan, [key, limit], async rows =>
    {
        var records = new List<UserRecord>();
        while (await _pool.Calls.NextRow(rows))
            records.Add(new UserRecord(rows.GetString(0), _layout.ReadFields(rows)));
        return (IReadOnlyList<UserRecord>)records;
    });

    public ValueTask<bool> Update(string key, int field, string value) => Write(batch => _layout.Update(batch, key, field, value));

    public async ValueTask<bool> Insert(UserRecord record)
    {
        try
        {
            return await Write(batch => _layout.Insert(batch, record));
        }
        catch (StoreException error) when (error.InnerException is PostgresException { SqlState: PostgresErrorCodes.UniqueViolation })
        {
            return false;
        }
    }

    public ValueTask<long> Count() => Select("SELECT count(*) FROM usertable", [], async rows =>
    {
        await _pool.Calls.NextRow(rows);
        return rows.GetInt64(0);
    });

    public Task Open() => _pool.Open(_database);

    public Task Reset() => _pool.Reset(_database);

    public Task CleanUp() => _database.CleanUp("usertable");

    public async ValueTask DisposeAsync() => await _pool.Close();

    private async Task Fill(NpgsqlConnection connection)
    {
        await using var command = new NpgsqlCommand(_layout.Table, connection);
        await command.ExecuteNonQueryAsync();
        await using var copy = await connection.BeginBinaryImportAsync(_layout.Copy);
        for (var number = 0; number < _settings.Rows; number++)
            await _layout.Write(copy, UserData.Record(number));
        await copy.CompleteAsync();
    }

    private ValueTask<T> Select<T>(string statement, object[] values, Func<NpgsqlDataReader, ValueTask<T>> read) =>
        Try(_pool.Select(statement, values, read));

    private ValueTask<bool> Write(Action<NpgsqlBatch> fill) => Try(_pool.Write(fill));

    private static async ValueTask<T> Try<T>(ValueTask<T> request)
    {
        try
        {
            return await request;
        }
        catch (NpgsqlException error)
        {
            throw new StoreException(error.InnerException is TimeoutException, error);
        }
    }
}
