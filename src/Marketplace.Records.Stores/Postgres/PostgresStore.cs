using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>Records in PostgreSQL, over a pool of connections that is opened as a whole and never grows.</summary>
internal sealed class PostgresStore(RecordsSettings settings, TimeProvider time) : IRecordStore
{
    private const int PreparedStatements = 50;
    private const double MillisecondsPerSecond = 1e3;
    private const string WaitThere = "SELECT pg_sleep($1)"; // In the database, as if it were further away.

    private readonly NpgsqlCalls _calls = new(settings.IsBlocking);
    private readonly SeededDatabase _database = new(settings);
    private readonly ItemLayout _layout = ItemLayout.Of(settings.Layout);
    private NpgsqlDataSource? _source;

    public string Server { get; private set; } = "PostgreSQL";

    public bool CanBlock => true;

    public PoolGauge Pool { get; } = new(time);

    public ValueTask<Item?> Get(long id) => One($"{_layout.Select} WHERE i.id = $1", id);

    public ValueTask<Item?> GetBySku(string sku) => One($"{_layout.Select} WHERE {_layout.HasSku}", sku);

    public ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit) =>
        Use($"{_layout.Select} WHERE {_layout.HasOwner} ORDER BY i.id LIMIT $2", [owner, limit], async rows =>
        {
            var items = new List<Item>();
            while (await _calls.NextRow(rows))
                items.Add(_layout.Read(rows));
            return (IReadOnlyList<Item>)items;
        });

    public async ValueTask<bool> Create(Item item)
    {
        try
        {
            return await Write(batch => _layout.Insert(batch, item));
        }
        catch (PostgresException error) when (error.SqlState == PostgresErrorCodes.UniqueViolation)
        {
            return false;
        }
    }

    public ValueTask<bool> Update(long id, ItemChange change) => Write(batch => _layout.Update(batch, id, change));

    public ValueTask<bool> Delete(long id) => Write(batch => _layout.Delete(batch, id));

    public ValueTask<long> Count() => Use("SELECT count(*) FROM item", [], async rows =>
    {
        await _calls.NextRow(rows);
        return rows.GetInt64(0);
    });

    public ValueTask<IReadOnlyList<Role>> Roles() => Use(RoleTables.Select, [], rows => RoleTables.Read(rows, _calls));

    /// <summary>What PostgreSQL would do for a read, as `EXPLAIN` tells.</summary>
    /// <param name="bySku">True for the read by sku, false for the one by owner.</param>
    public ValueTask<string> Explain(bool bySku) => Use(
        $"EXPLAIN {_layout.Select} WHERE {(bySku ? _layout.HasSku : _layout.HasOwner)}",
        [bySku ? SeedData.Sku(1) : 1L],
        async rows =>
        {
            var lines = new List<string>();
            while (await _calls.NextRow(rows))
                lines.Add(rows.GetString(0));
            return string.Join('\n', lines);
        });

    public async Task Open()
    {
        if (_source is not null) return;
        var version = await _database.Ensure();
        _source = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(settings.Postgres)
        {
            Database = _database.Name,
            MinPoolSize = settings.Pool,
            MaxPoolSize = settings.Pool,
            Timeout = settings.PoolWait,
            MaxAutoPrepare = PreparedStatements,
            AutoPrepareMinUsages = 2,
            NoResetOnClose = true,
            Options = settings.Durability == "lazy" ? "-c synchronous_commit=off" : null,
        });

        // Npgsql opens a connection when one is asked for and none is free.
        var opened = new List<NpgsqlConnection>();
        try
        {
            while (opened.Count < settings.Pool)
                opened.Add(await _source.OpenConnectionAsync());
            Server = $"PostgreSQL {version}, {await PostgresPool.DurabilityOf(opened[0])}";
        }
        finally
        {
            foreach (var connection in opened)
                await connection.DisposeAsync();
        }
    }

    public async Task Close()
    {
        if (_source is null) return;
        await _source.DisposeAsync();
        _source = null;
    }

    public async Task Reset()
    {
        await Close();
        await _database.Ensure();
        await _database.Reset();
        await Open();
    }

    public async ValueTask DisposeAsync() => await Close();

    private ValueTask<Item?> One(string statement, object value) =>
        Use(statement, [value], async rows => await _calls.NextRow(rows) ? _layout.Read(rows) : null);

    private ValueTask<T> Use<T>(string statement, object[] values, Func<NpgsqlDataReader, ValueTask<T>> read) => Run(
        batch => ItemLayout.Add(batch, statement, values),
        async batch =>
        {
            var rows = await _calls.Read(batch);
            try
            {
                var result = await read(rows);
                while (await _calls.NextResult(rows))
                {
                }

                return result;
            }
            finally
            {
                await _calls.Close(rows);
            }
        });

    private ValueTask<bool> Write(Action<NpgsqlBatch> fill) => Run(fill, async batch =>
    {
        await _calls.Execute(batch);
        return batch.BatchCommands[0].RecordsAffected > 0;
    });

    // Without a transaction of its own a batch is one.
    private async ValueTask<T> Run<T>(Action<NpgsqlBatch> fill, Func<NpgsqlBatch, ValueTask<T>> execute)
    {
        var connection = await Connect();
        try
        {
            await using var batch = connection.CreateBatch();
            fill(batch);
            if (settings.Hold > 0) ItemLayout.Add(batch, WaitThere, settings.Hold / MillisecondsPerSecond);
            return await execute(batch);
        }
        finally
        {
            Pool.GaveBack();
            await _calls.Close(connection);
        }
    }

    private async ValueTask<NpgsqlConnection> Connect()
    {
        var asked = time.GetTimestamp();
        try
        {
            var connection = await _calls.Open(_source!);
            Pool.Got(asked);
            return connection;
        }
        catch (NpgsqlException error) when (error.InnerException is TimeoutException)
        {
            throw new PoolExhaustedException(error);
        }
    }
}
