using System.Collections.Immutable;
using System.Globalization;
using System.Net.Sockets;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Logging;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>
/// Keeps silos that are no cluster from using the same schemas. Whoever uses a schema holds a lock of it as long as its session lives: by that the
/// next one sees that it is there, and does not start. And it has a row in the schema's table `writer`, which each of its writes concerns in its
/// own transaction. Who starts takes away the rows of those that hold no lock any more: what was only paused, or cut off, writes nothing after that.
/// </summary>
/// <remarks>The names in the statements are constants of this program.</remarks>
internal sealed class Guard : IAsyncDisposable
{
    // The first half of the key of an advisory lock: any number that nobody else uses ("mark"). The second half is the service.
    private const int Locks = 0x6D61726B;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Farewell = TimeSpan.FromSeconds(2);

    private readonly NpgsqlDataSource _source;
    private readonly ImmutableArray<string> _services;
    private readonly string _owner;
    private readonly string _name;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private NpgsqlConnection? _connection;
    private Task _watch = Task.CompletedTask;
    private bool _isDisposed;

    /// <summary>Describes one; nothing is sent to the server before it is opened.</summary>
    /// <param name="services">Whose schemas are used. Its rows are those of the first one; what the others have leads there.</param>
    /// <param name="owner">Who uses them: the same for all silos of a cluster, and for nobody else.</param>
    public Guard(NpgsqlConnectionStringBuilder settings, ImmutableArray<string> services, string owner, string name, TimeProvider time)
    {
        // Sessions of its own, which nobody else is given.
        _source = NpgsqlDataSource.Create(settings);
        (_services, _owner, _name, _time) = (services, owner, name, time);
    }

    /// <summary>Number of this silo as a writer, higher than those of earlier ones.</summary>
    public long Writer { get; private set; }

    /// <summary>Key of this silo in its cluster; null if it has none.</summary>
    public long? Silo { get; init; }

    /// <summary>Ends when another silo has taken over: nothing can be written any more.</summary>
    public TaskCompletionSource<StorageUnavailableException> Lost { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private string Schema => Services.Schema(_services[0]);

    private string HasRow => string.Create(CultureInfo.InvariantCulture, $"EXISTS (SELECT FROM {Schema}.writer WHERE id = {Writer})");

    /// <summary>
    /// Enters as a user of the schemas, again and again while the server is away, or while somebody else is there who may be about to leave.
    /// </summary>
    /// <param name="open">Enters: <see cref="Open"/>.</param>
    /// <param name="purpose">What for, if not for states: " for the audit log".</param>
    /// <param name="logger">Told that somebody else is there.</param>
    /// <exception cref="StorageUnavailableException">It can't be used, or not within the time-out.</exception>
    public async Task<T> OpenWithin<T>(
        Func<Task<T>> open, TimeSpan timeout, string purpose, ILogger logger, CancellationToken cancellationToken)
    {
        var (since, isTold) = (_time.GetTimestamp(), false);
        while (true)
        {
            try
            {
                return await open();
            }
            catch (Exception exception) when (exception is NpgsqlException or TimeoutException or LayoutException or InUseException)
            {
                if (exception is InUseException && !isTold)
                {
                    isTold = true;
                    logger.InUse(exception.Message, timeout, _name);
                }

                if (!Outage.IsPassing(exception) || _time.GetElapsedTime(since) > timeout)
                    throw new StorageUnavailableException($"PostgreSQL at {_name} can't be used{purpose}: {exception.Message}.", exception);
            }

            await Task.Delay(Pause, _time, cancellationToken);
        }
    }

    /// <summary>Enters as a user of the schemas, and makes tables, in one transaction. Silos that start together wait for each other.</summary>
    /// <param name="check">Looks whether what is there can be used, before anything is changed.</param>
    /// <param name="make">Makes tables; it is told when anybody wrote last (UTC ticks; 0 if nobody has).</param>
    /// <param name="cancellationToken">Ends it early; then nothing was made.</param>
    /// <exception cref="InUseException">Somebody else uses a schema.</exception>
    public async Task<T> Open<T>(
        Func<NpgsqlConnection, string, Task> check, Func<NpgsqlConnection, long, Task<T>> make, CancellationToken cancellationToken)
    {
        var connection = await Connect(cancellationToken);
        try
        {
            await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
            await SchemaSetup.TakeTurn(connection, cancellationToken);
            foreach (var service in _services)
                await Lock(connection, service, cancellationToken);

            foreach (var service in _services)
            {
                await SchemaSetup.MakeSchema(connection, service, cancellationToken);
                await SchemaSetup.Execute(connection, ServiceTables.Writers(service), cancellationToken);
                await check(connection, service);
            }

            var last = await TakeOver(connection, cancellationToken);
            Writer = await Register(connection, last, cancellationToken);
            var made = await make(connection, last);
            await transaction.CommitAsync(cancellationToken);
            (_connection, _watch) = (connection, Watch());
            return made;
        }
        catch
        {
            // With it go the locks.
            await End(connection);
            throw;
        }
    }

    /// <summary>Adds to a batch that nothing of it stays if another silo has taken over. Batches of states note themselves in the same row.</summary>
    public void AddCheck(NpgsqlBatch batch) => AddNote(batch, "batch = batch WHERE id = $1");

    /// <summary>
    /// Adds to a batch that nothing of it stays if another silo has taken over, or if its turn is over: what was sent may arrive long after it
    /// was given up.
    /// </summary>
    /// <param name="turn">Higher than those before it.</param>
    public void AddTurn(NpgsqlBatch batch, long turn) => AddNote(batch, "batch = $3 WHERE id = $1 AND batch < $3", Sql.Number(turn));

    /// <summary>Adds to a batch that a turn is over, and all before it.</summary>
    public void AddEndOfTurn(NpgsqlBatch batch, long turn) => AddNote(batch, "batch = greatest(batch, $3) WHERE id = $1", Sql.Number(turn));

    /// <summary>
    /// Ends another silo of the cluster as a writer of the first schema. What it has under way is over by then, and what it sends later is not
    /// stored.
    /// </summary>
    /// <param name="silo">Its key. It has several rows where it writes states and something else.</param>
    /// <returns>Whether it was one.</returns>
    public async Task<bool> EndWriter(NpgsqlDataSource source, long silo)
    {
        // The next silo of all begins after its time, so that stays, in a row of nobody: whoever asks again, as the answer was lost, finds nothing to
        // note. Not in the row of this silo: batches hold that while they wait for the other one.
        await using var end = source.CreateCommand(
            $"WITH ended AS (DELETE FROM {Schema}.writer WHERE silo = $1 RETURNING time, owner) "
            + $"INSERT INTO {Schema}.writer (time, owner) SELECT max(time), max(owner) FROM ended HAVING count(*) > 0");
        end.Parameters.Add(Sql.Number(silo));
        return await end.ExecuteNonQueryAsync() > 0;
    }

    /// <summary>Whether this silo may still write.</summary>
    public async Task<bool> MayWrite(NpgsqlDataSource source)
    {
        await using var question = source.CreateCommand($"SELECT {HasRow}");
        return await question.ExecuteScalarAsync() is true;
    }

    /// <summary>The row of this silo is gone, so it has lost what it used.</summary>
    /// <param name="isOutcomeUnknown">Whether a write may have been stored before.</param>
    /// <returns>What to tell those who want to write.</returns>
    public StorageUnavailableException Lose(bool isOutcomeUnknown)
    {
        Lost.TrySetResult(Failure(isOutcomeUnknown: false));
        return Failure(isOutcomeUnknown);
    }

    /// <summary>Leaves.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
            return;

        _isDisposed = true;
        await _stop.CancelAsync();
        await _watch;
        if (_connection is not null)
            await Leave(_connection);

        _stop.Dispose();
        await _source.DisposeAsync();
    }

    private static string Key(string service) => string.Create(CultureInfo.InvariantCulture, $"{Locks}, {Services.All.IndexOf(service)}");

    private static async Task<bool> Is(NpgsqlConnection connection, string function, CancellationToken cancellationToken) =>
        await SchemaSetup.Execute(connection, $"SELECT {function}", cancellationToken) is true;

    // The next silo need not wait until the server sees that this one is gone.
    private static async Task Leave(NpgsqlConnection connection)
    {
        try
        {
            await using var leave = new NpgsqlCommand("SELECT pg_advisory_unlock_all()", connection) { CommandTimeout = (int)Farewell.TotalSeconds };
            await leave.ExecuteNonQueryAsync();
        }
        catch (Exception exception) when (IsOfConnection(exception))
        {
            // The server is away, and so is the session.
        }

        await connection.DisposeAsync();
    }

    private static bool IsOfConnection(Exception exception) => exception is NpgsqlException or TimeoutException or IOException or SocketException;

    private StorageUnavailableException Failure(bool isOutcomeUnknown) => new(
        $"Another silo has taken over what this one had in PostgreSQL at {_name}, as its session there had ended; it writes nothing more.")
    {
        IsOutcomeUnknown = isOutcomeUnknown,
    };

    private async Task<NpgsqlConnection> Connect(CancellationToken cancellationToken)
    {
        var connection = await _source.OpenConnectionAsync(cancellationToken);
        try
        {
            await SchemaSetup.Execute(connection, Sessions.KeepAlive, cancellationToken);
            return connection;
        }
        catch
        {
            await End(connection);
            throw;
        }
    }

    // Not kept for the next one: its session has the locks.
    private async ValueTask End(NpgsqlConnection connection)
    {
        await connection.DisposeAsync();
        _source.Clear();
    }

    // Users share the lock. Who can have it alone is the only one; who can't looks who the others are. Those who start take turns.
    private async Task Lock(NpgsqlConnection connection, string service, CancellationToken cancellationToken)
    {
        if (await Is(connection, $"pg_try_advisory_lock({Key(service)})", cancellationToken))
        {
            await Is(connection, $"pg_try_advisory_lock_shared({Key(service)})", cancellationToken);
            await Is(connection, $"pg_advisory_unlock({Key(service)})", cancellationToken);
            return;
        }

        var schema = Services.Schema(service);
        if (!await Is(connection, $"pg_try_advisory_lock_shared({Key(service)})", cancellationToken)
            || !await Is(
                connection,
                $"EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('{schema}.writer') AND attname = 'owner')",
                cancellationToken))
        {
            throw new InUseException($"the schema {schema} is in use by a silo that is about to start");
        }

        await using var question = new NpgsqlCommand(
            $"SELECT coalesce(owner, 'an older silo'), since FROM {schema}.writer WHERE owner IS DISTINCT FROM $1 ORDER BY id DESC LIMIT 1",
            connection);
        question.Parameters.Add(new NpgsqlParameter<string> { TypedValue = _owner });
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        if (await rows.ReadAsync(cancellationToken))
        {
            throw new InUseException(string.Create(
                CultureInfo.InvariantCulture,
                $"the schema {schema} is in use by {rows.GetString(0)}, since {rows.GetDateTime(1):yyyy-MM-dd HH:mm:ss} UTC, and this is {_owner}: "
                + $"stop that one, or give this one another database, or let both be one cluster (the settings Cluster:Provider, Cluster:Id and "
                + $"Cluster:ServiceId)"));
        }
    }

    // Nobody else is there. What earlier ones have under way still is over when their rows are gone; what they send later finds none.
    private async Task<long> TakeOver(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        var times = string.Join(" UNION ALL ", _services.Select(static service => $"SELECT time FROM {Services.Schema(service)}.writer"));
        var last = (long)(await SchemaSetup.Execute(connection, $"SELECT coalesce(max(time), 0) FROM ({times}) AS w", cancellationToken))!;
        var elsewhere = new HashSet<(string Service, long Number)>();
        foreach (var service in _services)
        {
            await using var delete = new NpgsqlCommand(
                $"DELETE FROM {Services.Schema(service)}.writer WHERE owner IS DISTINCT FROM $1 RETURNING service, number", connection);
            delete.Parameters.Add(new NpgsqlParameter<string> { TypedValue = _owner });
            await using var rows = await delete.ExecuteReaderAsync(cancellationToken);
            while (await rows.ReadAsync(cancellationToken))
            {
                if (!await rows.IsDBNullAsync(0, cancellationToken))
                    elsewhere.Add((rows.GetString(0), rows.GetInt64(1)));
            }
        }

        // One whose services were put together in another way notes its writes with a service that this one has elsewhere.
        foreach (var (service, number) in elsewhere.Where(row => Services.All.Contains(row.Service) && !_services.Contains(row.Service)))
        {
            await SchemaSetup.Execute(
                connection,
                string.Create(CultureInfo.InvariantCulture, $"DELETE FROM {Services.Schema(service)}.writer WHERE id = {number}"),
                cancellationToken);
        }

        return last;
    }

    // A row in each schema, so that who uses any of them finds it.
    private async Task<long> Register(NpgsqlConnection connection, long last, CancellationToken cancellationToken)
    {
        var number = 0L;
        foreach (var service in _services)
        {
            await using var insert = new NpgsqlCommand(
                $"INSERT INTO {Services.Schema(service)}.writer (time, owner, service, number, silo) VALUES ($1, $2, $3, $4, $5) RETURNING id",
                connection);
            insert.Parameters.Add(Sql.Number(last));
            insert.Parameters.Add(new NpgsqlParameter<string> { TypedValue = _owner });
            insert.Parameters.Add(new NpgsqlParameter { Value = number == 0 ? DBNull.Value : _services[0], NpgsqlDbType = NpgsqlDbType.Text });
            insert.Parameters.Add(new NpgsqlParameter { Value = number == 0 ? DBNull.Value : number, NpgsqlDbType = NpgsqlDbType.Bigint });
            insert.Parameters.Add(new NpgsqlParameter { Value = (object?)Silo ?? DBNull.Value, NpgsqlDbType = NpgsqlDbType.Bigint });
            var id = (long)(await insert.ExecuteScalarAsync(cancellationToken))!;
            number = number == 0 ? id : number;
        }

        return number;
    }

    // The session ends with the server, or with the way to it. Who is back first goes on, and the other one has lost.
    private async Task Watch()
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await Task.Delay(Period, _time, _stop.Token);
                _connection ??= await Return();
                if (_connection is not null && !await IsThere(_connection))
                {
                    Lose(isOutcomeUnknown: false);
                    return;
                }
            }
            catch (OperationCanceledException)
            {
                return;
            }
            catch (Exception exception) when (IsOfConnection(exception))
            {
                await Disconnect();
            }
        }
    }

    // What is noted in the row of this silo, which must be there: $1.
    private void AddNote(NpgsqlBatch batch, string note, params ReadOnlySpan<NpgsqlParameter> more) => Sql.Add(
        batch, Sql.Checked($"UPDATE {Schema}.writer SET {note}", count: 2), [Sql.Number(Writer), Sql.Number(1), .. more]);

    private Task<bool> IsThere(NpgsqlConnection connection) => Is(connection, HasRow, CancellationToken.None);

    // Null if somebody is about to take over.
    private async Task<NpgsqlConnection?> Return()
    {
        var connection = await Connect(_stop.Token);
        try
        {
            var isMine = true;
            foreach (var service in _services)
                isMine = isMine && await Is(connection, $"pg_try_advisory_lock_shared({Key(service)})", CancellationToken.None);

            if (isMine || !await IsThere(connection))
                return connection;
        }
        catch
        {
            await End(connection);
            throw;
        }

        await End(connection);
        return null;
    }

    private async ValueTask Disconnect()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await End(connection);
        }
    }
}
