using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Layouts;
using Marketplace.Storage.Postgres.Loading;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>What services share that connect in the same way: a pool of connections, one that writes, and one that loads.</summary>
internal sealed class Database : IStateDatabase, IAsyncDisposable
{
    // Statements of eight services, each sent again and again.
    private const int Statements = 128;

    // Entries of the journal and COPY send as much at once, bytes.
    private const int WriteBuffer = 64 << 10;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Lock _turns = new();
    private Task _lastTurn = Task.CompletedTask;
    private int _numbersForgotten;

    /// <summary>Describes one; nothing is sent to it before it is opened.</summary>
    /// <param name="tables">What makes the tables of a service there, beside those of its states.</param>
    /// <param name="layout">How states lie there; null if there are none.</param>
    /// <param name="mode">When what is written there is in its tables.</param>
    /// <param name="owner">Who uses it: the same for all silos of a cluster, and for nobody else.</param>
    /// <param name="timeout">How long it may be away.</param>
    /// <param name="silo">Key of this silo in its cluster; null if it has none.</param>
    public Database(
        string connectionString,
        ImmutableArray<string> services,
        Func<string, string> tables,
        IStateLayout? layout,
        WriteMode mode,
        string owner,
        TimeSpan timeout,
        TimeProvider time,
        ILogger logger,
        long? silo = null)
    {
        (_timeout, _time, _logger, Tables, StateLayout, Mode) = (timeout, time, logger, tables, layout, mode);
        var settings = Sessions.Settings(connectionString, timeout);
        settings.MaxAutoPrepare = Statements;
        settings.AutoPrepareMinUsages = 2;
        settings.WriteBufferSize = WriteBuffer;
        Services = services;
        Name = Sessions.Place(settings)
            + (services.Length < Connections.Services.All.Length ? $" (for {string.Join(", ", services)})" : "");
        Source = Sessions.Open(settings);
        Guard = new Guard(settings, services, owner, Name, time) { Silo = silo };
        Outage = new Outage(Name, timeout, time);
        var journal = mode == WriteMode.Journaled ? new Journal() : null;
        Applier = mode == WriteMode.Direct
            ? null
            : new Applier(new ApplyConnection(this), journal, ApplyLimits.Usual, Outage, time, logger) { Broken = failure => Writer!.Break(failure) };
        var batches = new BatchWriter(new BatchConnection(this, time), journal, Applier, Outage, time, logger);
        Writer = new Writer(new WorkQueue<QueuedWrite>(Writing.Writer.QueueMax), batches, mode, Applier, Outage, time, logger);
        Loader = new Loader(this, time);
    }

    /// <summary>Whose data it holds.</summary>
    public ImmutableArray<string> Services { get; }

    /// <summary>What makes the tables of a service, where they are not there yet, beside those of its states.</summary>
    public Func<string, string> Tables { get; }

    /// <summary>How states lie there; null if there are none.</summary>
    public IStateLayout? StateLayout { get; }

    public bool KeepsVersionNumbers { get; init; }

    public int NumbersForgotten => Volatile.Read(ref _numbersForgotten);

    /// <summary>Whether what Orleans' transactions store beside states is loaded with them.</summary>
    public bool KeepsPrepared { get; init; }

    /// <summary>Whether several silos write its dashboards: then each row is one writer's.</summary>
    public bool SharesDashboards { get; init; }

    /// <summary>How states lie there.</summary>
    /// <exception cref="InvalidOperationException">There are none.</exception>
    public IStateLayout Layout => StateLayout ?? throw new InvalidOperationException($"PostgreSQL at {Name} was not opened for states.");

    /// <summary>Where it is, for people.</summary>
    public string Name { get; }

    /// <summary>What each of them has there, as the server says; empty until it is started.</summary>
    public FrozenDictionary<string, ServiceSchema> Schemas { get; private set; } = FrozenDictionary<string, ServiceSchema>.Empty;

    /// <summary>Its connections.</summary>
    public NpgsqlDataSource Source { get; }

    /// <summary>Keeps silos out that are not of the same cluster.</summary>
    public Guard Guard { get; }

    /// <summary>Whether it is away.</summary>
    public Outage Outage { get; }

    /// <summary>Writes states and finished records.</summary>
    public Writer Writer { get; }

    IWriteQueue IStateDatabase.Writer => Writer;

    public WriteMode Mode { get; }

    /// <summary>Brings what is written into the tables; null if the writer does.</summary>
    public Applier? Applier { get; }

    /// <summary>Loads states.</summary>
    public Loader Loader { get; }

    IStateLoader IStateDatabase.Loader => Loader;

    /// <summary>Makes its tables, and begins to load and to write. The server may be starting too.</summary>
    /// <param name="lifetime">Ends when it can't be written any more.</param>
    /// <exception cref="StorageUnavailableException">It can't be used, or has been away for the whole time-out.</exception>
    public async Task Open(IHostApplicationLifetime lifetime, CancellationToken cancellationToken)
    {
        var opened = await Guard.OpenWithin(
            () => SchemaSetup.Run(this, _time, _logger, cancellationToken), _timeout, "", _logger, cancellationToken);
        Schemas = opened.Schemas;
        (_time as MonotonicTime)?.GoOnAfter(opened.LastTime);
        Applier?.Start();
        Writer.Start(Guard.Writer);
        Loader.Start();
        _ = StopWhenBroken(lifetime);
        _ = BreakWhenLost();
    }

    /// <summary>Runs something that is tried once.</summary>
    /// <exception cref="StorageUnavailableException">It failed.</exception>
    public async Task<T> Run<T>(Func<NpgsqlDataSource, Task<T>> work)
    {
        try
        {
            var result = await work(Source);
            Outage.Over();
            return result;
        }
        catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
        {
            throw Guard.Lose(isOutcomeUnknown: false);
        }
        catch (Exception exception) when (exception is NpgsqlException or TimeoutException)
        {
            throw Outage.Failure(exception, isOutcomeUnknown: false);
        }
    }

    /// <summary>The same for what may be asked by very many at once: they share a connection, one after the other.</summary>
    /// <exception cref="StorageUnavailableException">It failed.</exception>
    public async Task<T> RunOneByOne<T>(Func<NpgsqlDataSource, Task<T>> work, CancellationToken cancellationToken)
    {
        var turn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task before;
        lock (_turns)
        {
            (before, _lastTurn) = (_lastTurn, turn.Task);
        }

        try
        {
            await before.WaitAsync(cancellationToken);
            return await Run(work);
        }
        finally
        {
            _ = PassOn();
        }

        // Who stops waiting leaves the turn to the one before.
        async Task PassOn()
        {
            await before;
            turn.SetResult();
        }
    }

    /// <inheritdoc cref="IEndsWriters.EndWriter"/>
    public Task EndWriter(long silo) => Ask(source => Guard.EndWriter(source, silo));

    /// <summary>Asks whether this silo may still write.</summary>
    /// <exception cref="StorageUnavailableException">It may not, or the database did not say.</exception>
    public async Task ConfirmWriter()
    {
        if (!await Ask(Guard.MayWrite))
            throw Guard.Lose(isOutcomeUnknown: false);
    }

    /// <inheritdoc cref="Emptying.Empty"/>
    public Task Empty(Emptied emptied, CancellationToken cancellationToken) =>
        Emptying.Empty(Writer, emptied, () => Interlocked.Increment(ref _numbersForgotten), cancellationToken);

    /// <summary>Asks something, again and again while the database is away, for as long as that may last.</summary>
    /// <exception cref="StorageUnavailableException">It was away for too long, or refused.</exception>
    public async Task<T> Ask<T>(Func<NpgsqlDataSource, Task<T>> question)
    {
        while (true)
        {
            try
            {
                var answer = await question(Source);
                Outage.Over();
                return answer;
            }
            catch (Exception exception) when (exception is NpgsqlException or TimeoutException or IOException)
            {
                if (!Outage.IsPassing(exception) || !Outage.MayRetry())
                    throw Outage.Failure(exception, isOutcomeUnknown: false);
            }

            await Task.Delay(Pause, _time);
        }
    }

    public Task Applied(CancellationToken cancellationToken) =>
        Applier is null ? Task.CompletedTask : Outage.Within(Applier.Applied(), cancellationToken);

    public Task AppliedState(string service, long grain, CancellationToken cancellationToken) =>
        Applier is null ? Task.CompletedTask : Outage.Within(Applier.AppliedState(service, grain), cancellationToken);

    /// <summary>Waits until the tables have all committed records of a key.</summary>
    /// <exception cref="StorageUnavailableException">They have not, within the time-out.</exception>
    public Task AppliedRecords(string service, string table, int key) =>
        Applier is null ? Task.CompletedTask : Outage.Within(Applier.AppliedRecords(service, table, key), CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        // The writer may wait until the applier has made room.
        Applier?.IsClosing = true;
        await Writer.DisposeAsync();
        if (Applier is not null)
            await Applier.DisposeAsync();

        await Loader.DisposeAsync();
        await Guard.DisposeAsync();
        await Source.DisposeAsync();
    }

    // Memory is ahead of what is stored, and can't be brought back; the next silo begins with what is stored.
    private async Task StopWhenBroken(IHostApplicationLifetime lifetime)
    {
        _logger.Broken(await Writer.Broken.Task);
        lifetime.StopApplication();
    }

    private async Task BreakWhenLost() => Writer.Break(await Guard.Lost.Task);
}
