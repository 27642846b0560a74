using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Grains;

/// <summary>
/// Takes all services back to what was ingested, or to nothing, while it quiesces all silos of the cluster: operations under way have
/// ended, and new ones wait. What it does can be repeated, so it begins again when silos come or go meanwhile.
/// </summary>
public sealed class Housekeeping
{
    private const int CallsAtOnce = 256;
    private const int RoundsMax = 5;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;
    private readonly Declarations _declarations;
    private readonly GrainKeys _keys;
    private readonly IArchive _archive;
    private readonly ISilos _silos;
    private readonly TimeProvider _time;

    internal Housekeeping(
        IGrainFactory grains,
        ITransactionProtocol protocol,
        Declarations declarations,
        GrainKeys keys,
        IArchive archive,
        ISilos silos,
        TimeProvider time)
    {
        (_grains, _protocol, _declarations, _keys) = (grains, protocol.Unrecorded, declarations, keys);
        (_archive, _silos, _time) = (archive, silos, time);
    }

    /// <summary>Everything exactly as ingested: pre-populated orders, prices, versions and statistics too.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer; nothing was done.</exception>
    public Task Reset(CancellationToken cancellationToken) =>
        Alone(ingestedToo: false, static (tx, grain) => grain.Reset(tx), cancellationToken);

    /// <summary>Everything gone.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer; nothing was done.</exception>
    public Task Clear(CancellationToken cancellationToken) =>
        Alone(ingestedToo: true, static (tx, grain) => grain.Clear(tx), cancellationToken);

    private async Task Alone(bool ingestedToo, Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
    {
        var quiesce = new ClusterQuiesce(_silos, _time);
        try
        {
            for (var round = 1; ; round++)
            {
                await quiesce.Extend();
                if (await TryRun(ingestedToo, action, quiesce, isLast: round == RoundsMax, cancellationToken) && quiesce.IsComplete)
                    return;
            }
        }
        finally
        {
            await quiesce.End();
        }
    }

    private async Task<bool> TryRun(
        bool ingestedToo,
        Func<TransactionContext, IServiceGrain, Task> action,
        ClusterQuiesce quiesce,
        bool isLast,
        CancellationToken cancellationToken)
    {
        try
        {
            await ForAll(action, cancellationToken);
            if (_archive.IsShared)
                await (ingestedToo ? _archive.Clear(cancellationToken) : _archive.Reset(cancellationToken));

            await Task.WhenAll(quiesce.Quiesced.Select(silo => silo.Forget(ingestedToo)));
            return true;
        }
        catch (Exception exception) when (exception is not OperationCanceledException && !isLast && quiesce.Quiesced.Count > 1)
        {
            // A silo may be gone; what is gone with it needs no reset, and what is stored comes back elsewhere.
            quiesce.DropLost();
            await Task.Delay(Pause, _time, cancellationToken);
            return false;
        }
    }

    private async Task ForAll(Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
    {
        await ForEach<ICartGrain, CartState>(action, cancellationToken);
        await ForEach<IProductGrain, ProductState>(action, cancellationToken);
        await ForEach<IUpdateLogGrain, UpdateLogState>(action, cancellationToken);
        await ForEach<IStockGrain, StockState>(action, cancellationToken);
        await ForEach<IOrderGrain, OrderState>(action, cancellationToken);
        await ForEach<IPaymentGrain, PaymentState>(action, cancellationToken);
        await ForEach<IShipmentGrain, ShipmentState>(action, cancellationToken);
        await ForEach<ICustomerGrain, CustomerState>(action, cancellationToken);
        await ForEach<ISellerGrain, SellerState>(action, cancellationToken);
    }

    private async Task ForEach<TGrain, TState>(Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
        where TGrain : IServiceGrain
    {
        // Listed first: clearing changes what is listed.
        var keys = new List<long>();
        await foreach (var key in _keys.List<TState>(cancellationToken))
            keys.Add(key);

        foreach (var some in keys.Chunk(CallsAtOnce))
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.WhenAll(some.Select(key => Run(_grains.GetGrain<TGrain>(key), action)));
        }
    }

    private Task<bool> Run<TGrain>(TGrain grain, Func<TransactionContext, IServiceGrain, Task> action)
        where TGrain : IServiceGrain =>
        _protocol.Run(_declarations.One("", TransactionKind.Maintenance, grain), (action, grain), static async (tx, a) =>
        {
            await a.action(tx, a.grain);
            return true;
        });
}
