using System.Collections.Immutable;
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
public sealed class ThisSilo : ISilo
{
    // A page is a message of half a megabyte at most.
    private const int KeysAPage = 50_000;

    private readonly OperationGate _gate;
    private readonly IGrainStorageCatalog _catalog;
    private readonly IArchive _archive;
    private readonly IPaymentProvider _provider;
    private readonly PlacementReport _placement;
    private readonly ICommittedUpdates _committed;
    private readonly HistorySpool? _history;
    private readonly IAuditLog? _log;
    private readonly IDashboardTable _dashboards;
    private readonly IAcceptedWork? _accepted;

    internal ThisSilo(
        OperationGate gate,
        IGrainStorageCatalog catalog,
        IArchive archive,
        IPaymentProvider provider,
        PlacementReport placement,
        ICommittedUpdates committed,
        HistorySpool? history,
        IAuditLog? log,
        IDashboardTable dashboards,
        IAcceptedWork? accepted)
    {
        (_gate, _catalog, _archive, _provider, _placement, _committed) = (gate, catalog, archive, provider, placement, committed);
        (_history, _log, _dashboards, _accepted) = (history, log, dashboards, accepted);
    }

    /// <inheritdoc/>
    public string Name => "this silo";

    /// <inheritdoc/>
    public async Task<string?> Quiesce(QuiesceToken token)
    {
        try
        {
            // What was accepted has yet to pass the gate, so it goes first.
            if (_accepted is not null)
                await _accepted.Close(token);

            await _gate.Close(token);
            return null;
        }
        catch (GateTimeoutException exception)
        {
            _accepted?.Open(token);
            return exception.Message;
        }
    }

    /// <inheritdoc/>
    public Task Resume(QuiesceToken token)
    {
        _gate.Open(token);
        _accepted?.Open(token);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public async Task Forget(bool ingestedToo)
    {
        if (!_archive.IsShared)
            await (ingestedToo ? _archive.Clear(CancellationToken.None) : _archive.Reset(CancellationToken.None));

        _provider.Reset();
        await _committed.Clear();
        if (_history is not null)
            await _history.Clear(CancellationToken.None);

        _accepted?.Clear();
        if (_log is not null)
            await _log.Clear();

        await _dashboards.Forget(ingestedToo);
    }

    /// <inheritdoc/>
    public async Task<KeyPage> Keys(string stateName, GrainId? after)
    {
        var keys = ImmutableArray.CreateBuilder<long>();
        GrainId? last = null;
        await foreach (var grainId in _catalog.ListAsync(stateName))
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

    /// <inheritdoc/>
    public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) => _archive is IOwnArchive own
        ? own.ReadPage(name, filter, from).AsTask()
        : throw new InvalidOperationException("All silos share the archive; it is read without them.");

    /// <inheritdoc/>
    public Task FlushLog() => _log?.Flush(CancellationToken.None) ?? Task.CompletedTask;

    /// <inheritdoc/>
    public async Task<AbandonedSessions> Abandoned(int max)
    {
        var sessions = ImmutableArray.CreateBuilder<CartAbandoned>();
        await foreach (var session in _archive.Newest(ArchiveStreams.Abandonments).Take(max))
            sessions.Add(session);

        return new AbandonedSessions(sessions.DrainToImmutable());
    }

    /// <inheritdoc/>
    public Task<SiloPlacement> Placement() => Task.FromResult(new SiloPlacement([.. _placement.Records()]));
}
