using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>Connections to a database, and what runs on them: all are opened at once, and there are never more.</summary>
/// <param name="timeout">How long a statement may take; null for Npgsql's default.</param>
internal sealed class PostgresPool(RecordsSettings settings, TimeSpan? timeout, TimeProvider time)
{
    private const int PreparedStatements = 50;
    private const double MillisecondsPerSecond = 1e3;
    private const string WaitThere = "SELECT pg_sleep($1)"; // In the database, as if it were further away.
    private const string Durability =
        "SELECT 'fsync ' || current_setting('fsync') || ', synchronous_commit ' || current_setting('synchronous_commit')";

    private NpgsqlDataSource? _source;

    /// <summary>The server, once they were opened: "PostgreSQL 15.20, fsync on, synchronous_commit on".</summary>
    public string Server { get; private set; } = "PostgreSQL";

    /// <summary>What they do.</summary>
    public PoolGauge Gauge { get; } = new(time);

    /// <summary>How the server is waited for.</summary>
    public NpgsqlCalls Calls { get; } = new(settings.IsBlocking);

    /// <summary>Opens all of them, unless they are open.</summary>
    public async Task Open(SeededDatabase database)
    {
        if (_source is not null) return;
        var version = await database.Ensure();
        var text = new NpgsqlConnectionStringBuilder(settings.Postgres)
        {
            Database = database.Name,
            MinPoolSize = settings.Pool,
            MaxPoolSize = settings.Pool,
            Timeout = settings.PoolWait,
            MaxAutoPrepare = PreparedStatements,
            AutoPrepareMinUsages = 2,
            NoResetOnClose = true,
            Options = settings.Durability == "lazy" ? "-c synchronous_commit=off" : null,
        };
        if (timeout is { } limit) text.CommandTimeout = (int)Math.Ceiling(limit.TotalSeconds);
        _source = NpgsqlDataSource.Create(text);

        // Npgsql opens a connection when one is asked for and none is free.
        var opened = new List<NpgsqlConnection>();
        try
        {
            while (opened.Count < settings.Pool)
                opened.Add(await _source.OpenConnectionAsync());
            await using var command = new NpgsqlCommand(Durability, opened[0]);
            Server = $"PostgreSQL {version}, {await command.ExecuteScalarAsync()}";
        }
        finally
        {
            foreach (var connection in opened)
                await connection.DisposeAsync();
        }
    }

    /// <summary>Closes them.</summary>
    public async Task Close()
    {
        if (_source is null) return;
        await _source.DisposeAsync();
        _source = null;
    }

    /// <summary>Takes the database back to its seed.</summary>
    public async Task Reset(SeededDatabase database)
    {
        await Close();
        await database.Ensure();
        await database.Reset();
        await Open(database);
    }

    /// <summary>Runs a statement, and reads its rows.</summary>
    /// <exception cref="PoolExhaustedException">No connection was free in time.</exception>
    public ValueTask<T> Select<T>(string statement, object[] values, Func<NpgsqlDataReader, ValueTask<T>> read) => Run(
        batch => ItemLayout.Add(batch, statement, values),
        async batch =>
        {
            var rows = await Calls.Read(batch);
            try
            {
                var result = await read(rows);
                while (await Calls.NextResult(rows))
                {
                }

                return result;
            }
            finally
            {
                await Calls.Close(rows);
            }
        });

    /// <summary>Runs statements in one transaction.</summary>
    /// <returns>Whether the first of them concerned a row.</returns>
    /// <exception cref="PoolExhaustedException">No connection was free in time.</exception>
    public ValueTask<bool> Write(Action<NpgsqlBatch> fill) => Run(fill, async batch =>
    {
        await Calls.Execute(batch);
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
            Gauge.GaveBack();
            await Calls.Close(connection);
        }
    }

    private async ValueTask<NpgsqlConnection> Connect()
    {
        var asked = time.GetTimestamp();
        try
        {
            var connection = await Calls.Open(_source!);
            Gauge.Got(asked);
            return connection;
        }
        catch (NpgsqlException error) when (error.InnerException is TimeoutException)
        {
            throw new PoolExhaustedException(error);
        }
    }
}
