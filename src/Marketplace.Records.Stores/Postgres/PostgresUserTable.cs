using Marketplace.Records.Stores.Ycsb;
using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>The table of YCSB in PostgreSQL.</summary>
internal sealed class PostgresUserTable : IUserTable
{
    private const double MillisecondsPerSecond = 1e3;
    private const string WaitThere = "SELECT pg_sleep($1)"; // In the database, as if it were further away.

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

    public string Server { get; private set; } = "PostgreSQL";

    public PoolGauge Pool => _pool.Gauge;

    public ValueTask<string[]?> Read(string key) => Select(_layout.Read, [key], _layout.ReadRecord);

    public ValueTask<IReadOnlyList<UserRecord>> Scan(string key, int limit) => Select(_layout.Scan, [key, limit], async rows =>
    {
        var records = new List<UserRecord>();
        while (await rows.ReadAsync())
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
        await rows.ReadAsync();
        return rows.GetInt64(0);
    });

    public async Task Open()
    {
        if (_pool.IsOpen) return;
        var version = await _database.Ensure();
        await _pool.Open(_database.Name);
        Server = $"PostgreSQL {version}, {_pool.Durability}";
    }

    public async Task Reset()
    {
        await _pool.Close();
        await _database.Ensure();
        await _database.Reset();
        await Open();
    }

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

    private ValueTask<T> Select<T>(string statement, object[] values, Func<NpgsqlDataReader, Task<T>> read) => Run(
        batch => ItemLayout.Add(batch, statement, values),
        async batch =>
        {
            await using var rows = await batch.ExecuteReaderAsync();
            var result = await read(rows);
            while (await rows.NextResultAsync())
            {
            }

            return result;
        });

    private ValueTask<bool> Write(Action<NpgsqlBatch> fill) => Run(fill, static async batch =>
    {
        await batch.ExecuteNonQueryAsync();
        return batch.BatchCommands[0].RecordsAffected > 0;
    });

    // Without a transaction of its own a batch is one.
    private async ValueTask<T> Run<T>(Action<NpgsqlBatch> fill, Func<NpgsqlBatch, Task<T>> execute)
    {
        try
        {
            await using var connection = await _pool.Connect();
            try
            {
                await using var batch = connection.CreateBatch();
                fill(batch);
                if (_settings.Hold > 0) ItemLayout.Add(batch, WaitThere, _settings.Hold / MillisecondsPerSecond);
                return await execute(batch);
            }
            finally
            {
                Pool.GaveBack();
            }
        }
        catch (NpgsqlException error)
        {
            throw new StoreException(error.InnerException is TimeoutException, error);
        }
    }
}
