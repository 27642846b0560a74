using Marketplace.Grains.Formats;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Formats;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Loading;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// One silo's way to the twin of PostgreSQL. Its stores, its writer, its journal and its applier are those of the real storage: only what the server
/// does is a twin.
/// </summary>
internal sealed class StorageLink : DatabaseLink, IHostedService, IStorageHealth, IStateDatabases, IStateDatabase, IStateLoader, IWriteQueue
{
    // Small, so that the two tables of the journal take turns, commits wait for room, and some batches go into the tables at once.
    private const int JournalTurn = 2 << 10;
    private const int BatchLarge = 40;
    private static readonly ApplyLimits Limits = new(16 << 10, 64 << 10, SimulatedLimits.ApplyPause);

    private readonly ILogger _logger;
    private readonly WorkQueue<QueuedWrite> _queue = new(Writer.QueueMax);
    private readonly Queue<QueuedWrite> _unanswered = [];
    private readonly Outage _outage;
    private readonly TwinBatchServer _server;
    private readonly TwinApplyServer _applyServer;
    private readonly Journal? _journal;
    private readonly Applier? _applier;
    private readonly Writer _writer;

    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    public StorageLink(DatabaseTwin database, FaultPlan faults, MonotonicTime time, Dice dice, ILogger<Databases> logger, long? silo)
        : base(database, faults, time, dice, StoragePart.States, silo)
    {
        _logger = logger;
        _outage = new Outage("twin", SimulatedLimits.StorageTimeout, time);
        (_server, _applyServer) = (new TwinBatchServer(this), new TwinApplyServer(this));
        _journal = IsShared ? null : new Journal(JournalTurn);
        _applier = _journal is null
            ? null
            : new Applier(_applyServer, _journal, Limits, _outage, time, logger) { Broken = failure => _writer!.Break(failure) };
        _writer = MakeWriter();
    }

    public WriteMode Mode => IsShared ? WriteMode.Direct : WriteMode.Journaled;

    public bool KeepsVersionNumbers => true;

    public int NumbersForgotten { get; private set; }

    IWriteQueue IStateDatabase.Writer => this;

    IStateLoader IStateDatabase.Loader => this;

    public PendingStates Pending => Database.Mutant == Mutant.LoadBeforeStored ? new PendingStates() : _writer.Pending;

    public bool IsKeepingUp => _writer.IsKeepingUp;

    public override long Number => _writer.Number;

    public override bool IsJournaled => Mode == WriteMode.Journaled;

    /// <summary>What it has taken and not written; null if there is nothing.</summary>
    public string? Outstanding => Unanswered > 0 ? $"{Unanswered} writes are not stored"
        : !_writer.Pending.IsEmpty ? "states wait for what is stored already"
        : Failure is { } reason ? $"nothing more can be stored: {reason}"
        : _applier?.Applied() is { IsCompleted: false } ? "what is in the journal is not in the tables"
        : null;

    private string? Failure
    {
        get
        {
            try
            {
                ThrowIfStuck();
                return null;
            }
            catch (StorageUnavailableException exception)
            {
                return exception.Message;
            }
        }
    }

    // They end in their order.
    private int Unanswered
    {
        get
        {
            while (_unanswered.TryPeek(out var first) && first.Done.IsCompleted)
                _unanswered.Dequeue();
            return _unanswered.Count;
        }
    }

    public IStateDatabase Of(string service) => this;

    /// <summary>Takes the schema, recovers what is in the journal, and goes on after the time of the silo that had it.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var (number, recovered) = await Ask(database =>
        {
            var entered = database.TakeOver(Silo);
            Time.GoOnAfter(database.LastTime);
            return entered;
        });
        if (recovered > 0)
            _logger.Recovered(recovered, kiB: 0, TimeSpan.Zero, _outage.Name);
        _applier?.Start();
        _writer.Start(number);
    }

    /// <summary>Ends when everything is stored and applied.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        _applier?.IsClosing = true;
        await _writer.DisposeAsync();
        if (_applier is not null)
            await _applier.DisposeAsync();
    }

    public ValueTask<string?> Check(CancellationToken cancellationToken) => new(Database.IsAway ? "The database is away." : null);

    public long NextVersion() => _writer.NextVersion();

    public void ThrowIfStuck() => _writer.ThrowIfStuck();

    public void Add(QueuedWrite write)
    {
        _writer.Add(write);
        _unanswered.Enqueue(write);
    }

    public Task Applied(CancellationToken cancellationToken) =>
        _applier is null ? Task.CompletedTask : _outage.Within(_applier.Applied(), cancellationToken);

    public Task AppliedState(string service, long grain, CancellationToken cancellationToken) =>
        _applier is null || Database.Mutant == Mutant.LoadBeforeStored
            ? Task.CompletedTask
            : _outage.Within(_applier.AppliedState(service, grain), cancellationToken);

    /// <summary>Waits until the tables have all committed records of a key.</summary>
    public Task AppliedRecords(string service, string table, int key) =>
        _applier is null ? Task.CompletedTask : _outage.Within(_applier.AppliedRecords(service, table, key), CancellationToken.None);

    public Task<Loaded> Load(string service, long grain, CancellationToken cancellationToken) => Ask(
        database => new Loaded(database.Tables.Load(service, grain), database.Tables.Numbers.GetValueOrDefault((service, grain)), default));

    public Task<byte[]?> LoadStep(string service, long saga, long grain, CancellationToken cancellationToken) => Ask(
        database => database.Tables.Steps.TryGetValue((service, saga, grain), out var step) && !StepRecord.IsTakenBack(step.Number)
            ? step.Record
            : null);

    public Task<List<(long Saga, long Number, long? Silo, byte[] Record)>> LoadSteps(
        string service, long grain, CancellationToken cancellationToken) => Ask(
        database => database.Tables.Steps.Where(step => step.Key.Service == service && step.Key.Grain == grain)
            .OrderBy(static step => step.Value.Number)
            .Select(step =>
                (step.Key.Saga, step.Value.Number, database.SiloOf(step.Key.Saga >> IAtomicWrites.SagaBits), step.Value.Record)).ToList());

    /// <summary>Its silo was killed: of what was on its way, and of what was to be sent next, a prefix becomes durable.</summary>
    public override void Die(Dice dice)
    {
        if (!Database.IsThere(Number))
            return;
        _applyServer.Die(dice);
        var waiting = new List<QueuedWrite>();
        while (_queue.TryTake(out var write))
            waiting.Add(write);
        var stored = dice.Below(waiting.Count + 1);
        if (Database.Mutant == Mutant.ReorderedUnits)
            stored = waiting.Count;
        else if (!IsStoredBefore(waiting, dice))
            return;
        using var changes = new StateChanges();
        var last = new LastWrites(this, changes);

        // What empties tables is not sent before they have everything.
        stored = Math.Min(stored, waiting.TakeWhile(static write => !write.IsAlone).Count());
        for (var i = 0; i < stored; i++)
            last.Store(waiting[i]);
        if (Database.Mutant == Mutant.TornUnit && stored < waiting.Count && !waiting[stored].IsAlone)
            last.StorePart(waiting[stored], dice);
    }

    /// <inheritdoc cref="Emptying.Empty"/>
    public Task Empty(Emptied emptied, CancellationToken cancellationToken) =>
        Emptying.Empty(this, emptied, () => NumbersForgotten++, cancellationToken);

    /// <summary>Asks whether its silo may still write.</summary>
    public async Task ConfirmWriter()
    {
        if (Database.Mutant != Mutant.ReadWithoutLease && !await Ask(database => database.MayWrite(Number)))
            throw Lose(isOutcomeUnknown: false);
    }

    /// <summary>Another silo has the schema now, or has ended this one as a writer: it writes nothing more.</summary>
    public override StorageUnavailableException Lose(bool isOutcomeUnknown)
    {
        Faults.Bit(IsShared ? Fault.PauseSilo : Fault.SecondSilo);
        _writer.Break(Fenced(isOutcomeUnknown: false));
        return Fenced(isOutcomeUnknown);
    }

    private Writer MakeWriter()
    {
        var batches = new BatchWriter(_server, _journal, _applier, _outage, Time, _logger) { Large = BatchLarge };
        return new Writer(_queue, batches, Mode, _applier, _outage, Time, _logger);
    }

    // Whether what was taken before those that wait becomes durable: it was sent, and arrives.
    private bool IsStoredBefore(List<QueuedWrite> waiting, Dice dice)
    {
        if (Unanswered <= waiting.Count)
            return true;
        if (_server.Sent is null || !_server.Die(dice))
            return false;
        _journal?.Appended(Database.Journal.Last);
        return true;
    }

    /// <summary>What a silo that is dead would have sent next, each write in a batch of its own.</summary>
    private sealed class LastWrites(StorageLink link, StateChanges changes)
    {
        private long _number = link.Database.LastBatch(link.Number) ?? 0;

        public void Store(QueuedWrite write)
        {
            if (Made(write) is { IsEmpty: false } batch)
                Store(batch, batch.Services);
        }

        /// <summary>What happens where each of its services is a commit of its own: stores the first of them.</summary>
        public void StorePart(QueuedWrite write, Dice dice)
        {
            if (Made(write) is { IsEmpty: false } batch)
                Store(batch, [.. batch.Services.Take(dice.Below(batch.Services.Count))]);
        }

        private Batch Made(QueuedWrite write)
        {
            var batch = new Batch(++_number, Batch.VersionOf(link.Number, _number), changes) { KeepsUnits = link.IsShared };
            write.Join(batch);
            batch.Close(static _ => { });
            return batch;
        }

        private void Store(Batch batch, IReadOnlyCollection<ServiceBatch> services)
        {
            var (database, writer, now) = (link.Database, link.Number, link.Now);
            if (link._journal is not { } journal)
            {
                new SentTransaction(() => database.Write(writer, batch.Number, now, services, batch.Writers, position: null)).TryRun();
                return;
            }

            var bytes = new JournalWriter();
            JournalFormat.Write(bytes, services);
            var (turn, entry) = journal.Place(batch.FirstVersion, bytes.Written);
            database.Append(writer, batch.Number, now, turn, entry);
            journal.Appended(batch.FirstVersion);
        }
    }
}
