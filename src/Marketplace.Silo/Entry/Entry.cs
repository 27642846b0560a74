using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Silo;

/// <summary>
/// The entry points of the system without HTTP: the gateway is thin over it, and tests and simulations call it. Every operation is a
/// transaction; one that is refused answers with the reason.
/// </summary>
/// <exception cref="TimeoutException">Any operation: a grain did not answer in time, or the system was being reset for too long.</exception>
internal sealed partial class Entry
{
    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;
    private readonly Declarations _declare;
    private readonly UpdateDelivery _updateDelivery;
    private readonly ShipmentPartitions _partitions;
    private readonly Exports _exports;
    private readonly Housekeeping _housekeeping;
    private readonly EntryOptions _options;
    private readonly OperationGate _gate;
    private readonly ILogRoom? _log;
    private readonly IDashboardView? _dashboards;
    private readonly Abandonments _abandonments;
    private readonly AbandonedCarts _abandoned;
    private readonly AfterFailure _afterFailure;
    private readonly IReplicaReader? _replicas;
    private readonly UpdateBarrier? _barrier;

    public Entry(
        IGrainFactory grains,
        ITransactionProtocol protocol,
        Declarations declarations,
        UpdateDelivery updateDelivery,
        ShipmentPartitions partitions,
        Exports exports,
        Housekeeping housekeeping,
        EntryOptions options,
        OperationGate gate,
        Abandonments abandonments,
        AbandonedCarts abandoned,
        ILogRoom? log = null,
        IDashboardView? dashboards = null,
        IReplicaReader? replicas = null,
        UpdateBarrier? barrier = null)
    {
        (_grains, _protocol, _declare, _updateDelivery, _partitions) = (grains, protocol, declarations, updateDelivery, partitions);
        (_exports, _housekeeping, _options, _gate) = (exports, housekeeping, options, gate);
        (_abandonments, _abandoned) = (abandonments, abandoned);
        (_log, _dashboards, _replicas, _barrier) = (log, dashboards, replicas, barrier);
        _afterFailure = options.LegacySessions ? AfterFailure.StartNewSession : AfterFailure.KeepSession;
    }

    /// <summary>False while the system is being reset or cleaned up.</summary>
    public bool IsOpen => !_gate.IsClosed;

    // What a transaction leaves elsewhere needs room there.
    private void MakeSureOfRoom()
    {
        _log?.MakeSureOfRoom();
        _dashboards?.MakeSureOfRoom();
    }

    // A client is answered when dashboards show what it did.
    private Task Shown() => _dashboards?.Written() ?? Task.CompletedTask;

    // Inside the gate, so that a reset waits for it.
    private async Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        await _gate.Enter();
        try
        {
            return await _protocol.Run(declaration, argument, body);
        }
        finally
        {
            _gate.Exit();
        }
    }

    // What no transaction is needed for.
    private async Task<TResult> Look<TArgument, TResult>(TArgument argument, Func<Entry, TArgument, Task<TResult>> look)
    {
        await _gate.Enter();
        try
        {
            return await look(this, argument);
        }
        finally
        {
            _gate.Exit();
        }
    }

    // A transaction on one grain.
    private Task<TResult> Run<TGrain, TResult>(
        string tid,
        TransactionKind kind,
        TGrain grain,
        Func<TransactionContext, TGrain, Task<TResult>> body)
        where TGrain : IServiceGrain =>
        Run(_declare.One(tid, kind, grain), grain, body);

    private Task<TResult> Run<TGrain, TArgument, TResult>(
        string tid,
        TransactionKind kind,
        TGrain grain,
        TArgument argument,
        Func<TransactionContext, (TGrain Grain, TArgument Argument), Task<TResult>> body)
        where TGrain : IServiceGrain =>
        Run(_declare.One(tid, kind, grain), (grain, argument), body);
}
