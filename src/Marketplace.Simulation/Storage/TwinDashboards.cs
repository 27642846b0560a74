using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Dashboards;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Simulation.Storage;

/// <summary>The dashboards' way to the twin of PostgreSQL. Their writer and their applier are the real ones.</summary>
internal sealed class TwinDashboards : DatabaseLink, IDashboardDatabase
{
    private static readonly ApplyLimits Limits = new(4 << 10, 16 << 10, SimulatedLimits.ApplyPause);

    private readonly Outage _outage;
    private readonly Applier _applier;
    private readonly Writer _writer;

    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    public TwinDashboards(DatabaseTwin database, FaultPlan faults, MonotonicTime time, Dice dice, ILogger<PostgresDashboards> logger, long? silo)
        : base(database, faults, time, dice, StoragePart.Dashboards, silo)
    {
        _outage = new Outage("twin", SimulatedLimits.StorageTimeout, time);
        _applier = new Applier(new Server(this), journal: null, Limits, _outage, time, logger) { Broken = failure => _writer!.Break(failure) };
        var batches = new BatchWriter(new TwinBatchServer(this), journal: null, _applier, _outage, time, logger);
        _writer = new Writer(new WorkQueue<QueuedWrite>(Writer.QueueMax), batches, WriteMode.Deferred, _applier, _outage, time, logger);
    }

    public string Name => _outage.Name;

    public override long Number => _writer.Number;

    public TimeSpan Timeout => SimulatedLimits.StorageTimeout;

    long IDashboardDatabase.Writer => Number;

    public async Task Open(IHostApplicationLifetime lifetime, CancellationToken cancellationToken)
    {
        var number = await Ask(database =>
        {
            if (!IsShared)
                database.Dashboards.Empty(ingestedToo: true);
            return database.Enter(Silo, StoragePart.Dashboards);
        });
        _applier.Start();
        _writer.Start(number);
    }

    public void Add(QueuedWrite write) => _writer.Add(write);

    public void ThrowIfStuck() => _writer.ThrowIfStuck();

    public Task Applied() => _applier.Applied();

    public Task AppliedInTime() =>
        Database.Mutant == Mutant.DashboardBehind ? Task.CompletedTask : _outage.Within(_applier.Applied(), CancellationToken.None);

    public override Task EndWriter(long silo) => Database.Mutant == Mutant.RowsOfOthers ? Task.CompletedTask : base.EndWriter(silo);

    public Task<(Answer<SellerDashboard> Dashboard, long Owner)> Read(int sellerId) => Ask(database => database.Dashboards.Read(sellerId));

    public Task Empty(Emptied dashboards) => Emptying.Empty(_writer, dashboards, static () => { }, CancellationToken.None);

    public override StorageUnavailableException Lose(bool isOutcomeUnknown)
    {
        Faults.Bit(IsShared ? Fault.PauseSilo : Fault.SecondSilo);
        _writer.Break(Fenced(isOutcomeUnknown: false));
        return Fenced(isOutcomeUnknown);
    }

    public async ValueTask DisposeAsync()
    {
        _applier.IsClosing = true;
        await _writer.DisposeAsync();
        await _applier.DisposeAsync();
    }

    private sealed class Server(TwinDashboards link) : TwinConnection(link), IApplyServer
    {
        public Task Apply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf, bool isInDoubt) =>
            Send(() => Database.ChangeInTurn(Link.Number, Batch.NumberOf(position), () => Show(services)), isHeld: true);

        private void Show(IReadOnlyCollection<ServiceBatch> services)
        {
            foreach (var service in services)
                Database.Dashboards.Change(new DashboardRows(service.Shown), Link.IsShared ? Link.Number : null);
        }

        public Task<bool> Empty(int turn, long applied) => throw new NotSupportedException("There is no journal.");

        public Task<bool> MayWrite() => Ask(() => Database.MayWrite(Link.Number));

        public ValueTask Disconnect() => ValueTask.CompletedTask;
    }
}
