using Npgsql;

namespace Marketplace.Records.Stores.Postgres;

/// <summary>Connections to a database: all are opened at once, and there are never more.</summary>
/// <param name="timeout">How long a statement may take; null for Npgsql's default.</param>
internal sealed class PostgresPool(RecordsSettings settings, TimeSpan? timeout, TimeProvider time)
{
    private const int PreparedStatements = 50;

    private NpgsqlDataSource? _source;

    /// <summary>What they do.</summary>
    public PoolGauge Gauge { get; } = new(time);

    /// <summary>How durable commits are, as the server says once it is open: "fsync on, synchronous_commit on".</summary>
    public string Durability { get; private set; } = "";

    /// <summary>True between <see cref="Open"/> and <see cref="Close"/>.</summary>
    public bool IsOpen => _source is not null;

    /// <summary>Opens all of them.</summary>
    public async Task Open(string database)
    {
        var text = new NpgsqlConnectionStringBuilder(settings.Postgres)
        {
            Database = database,
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
            Durability = await DurabilityOf(opened[0]);
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

    /// <summary>Asks how durable the commits of a connection are.</summary>
    public static async Task<string> DurabilityOf(NpgsqlConnection connection)
    {
        await using var command = new NpgsqlCommand(
            "SELECT 'fsync ' || current_setting('fsync') || ', synchronous_commit ' || current_setting('synchronous_commit')", connection);
        return (string)(await command.ExecuteScalarAsync())!;
    }

    /// <summary>Waits for a connection. Who gets one gives it back by disposing of it, and tells the <see cref="Gauge"/>.</summary>
    /// <exception cref="PoolExhaustedException">None was free in time.</exception>
    public async ValueTask<NpgsqlConnection> Connect()
    {
        var asked = time.GetTimestamp();
        try
        {
            var connection = await _source!.OpenConnectionAsync();
            Gauge.Got(asked);
            return connection;
        }
        catch (NpgsqlException error) when (error.InnerException is TimeoutException)
        {
            throw new PoolExhaustedException(error);
        }
    }
}
