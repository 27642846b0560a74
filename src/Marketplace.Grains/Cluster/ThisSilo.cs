using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Grains.Cluster;

/// <summary>The silo that this code runs in.</summary>
internal sealed class ThisSilo(
    OperationGate gate,
    IGrainStorageCatalog catalog,
    IArchive archive,
    IPaymentProvider provider,
    PlacementReport placement,
    ICommittedUpdates committed,
    IDashboardTable dashboards,
    HistorySpool? history = null,
    IAuditLog? log = null,
    IReceiptedWork? accepted = null) : ISilo
{
    // A page is a message of half a megabyte at most.
    private const int KeysAPage = 50_000;

    public string Name => "this silo";

    private HistorySpool Recorded =>
        history ?? throw new IOException("This silo does not record transactions; all silos of a cluster need the same settings.");

    public async Task<string?> Quiesce(QuiesceToken token)
    {
        try
        {
            // What was accepted has yet to pass the gate, so it goes first.
            if (accepted is not null)
                await accepted.Close(token);

            await gate.Close(token);
            return null;
        }
        catch (GateTimeoutException exception)
        {
            accepted?.Open(token);
            return exception.Message;
        }
    }

    public Task Resume(QuiesceToken token)
    {
        gate.Open(token);
        accepted?.Open(token);
        return Task.CompletedTask;
    }

    public async Task Forget(bool ingestedToo)
    {
        if (!archive.IsShared)
            await (ingestedToo ? archive.Clear(CancellationToken.None) : archive.Reset(CancellationToken.None));

        provider.Reset();
        await committed.Clear();
        if (history is not null)
            await history.Clear(CancellationToken.None);

        accepted?.Clear();
        if (log is not null)
            await log.Clear();

        await dashboards.Forget(ingestedToo);
    }

    public async Task<KeyPage> Keys(string stateName, GrainId? after)
    {
        var keys = ImmutableArray.CreateBuilder<long>();
        GrainId? last = null;
        await foreach (var grainId in catalog.List(stateName))
        {
            if (after is { } begin && grainId.CompareTo(begin) <= 0)
                continue;

            if (keys.Count == KeysAPage)
                return new KeyPage(keys.DrainToImmutable(), last);

            keys.Add(grainId.GetIntegerKey());
            last = grainId;
        }

        return new KeyPage(keys.DrainToImmutable(), null);
    }

    public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) => archive is IOwnArchive own
        ? own.ReadPage(name, filter, from).AsTask()
        : throw new InvalidOperationException("All silos share the archive; it is read without them.");

    public Task FlushLog() => log?.Flush(CancellationToken.None) ?? Task.CompletedTask;

    public async Task<AbandonedSessions> Abandoned(int max)
    {
        var sessions = ImmutableArray.CreateBuilder<CartAbandoned>();
        await foreach (var session in archive.Newest(CartService.Abandonments).Take(max))
            sessions.Add(session);

        return new AbandonedSessions(sessions.DrainToImmutable());
    }

    public Task<RecordInfo> Record() => Task.FromResult(Recorded.Info());

    public Task<RecordPage> ReadRecord(long from) => Task.FromResult(Recorded.ReadPage(from));

    public Task<VersionPage> ReadVersions(ObjectVersion? after) => Task.FromResult(Recorded.ReadVersions(after));

    public Task<SiloPlacement> Placement() => Task.FromResult(new SiloPlacement([.. placement.Records()]));
}
