using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Grains;

/// <summary>Takes all services back to what was ingested, or to nothing. The caller has stopped all other transactions.</summary>
public sealed class Housekeeping
{
    private const int CallsAtOnce = 256;

    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;
    private readonly Declarations _declarations;
    private readonly IGrainStorageCatalog _catalog;
    private readonly IArchive _archive;
    private readonly IPaymentProvider _provider;

    internal Housekeeping(
        IGrainFactory grains,
        ITransactionProtocol protocol,
        Declarations declarations,
        IGrainStorageCatalog catalog,
        IArchive archive,
        IPaymentProvider provider) =>
        (_grains, _protocol, _declarations, _catalog, _archive, _provider) = (grains, protocol, declarations, catalog, archive, provider);

    /// <summary>Everything exactly as ingested: pre-populated orders, prices, versions and statistics too.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    /// <returns>When it is done.</returns>
    public async Task Reset(CancellationToken cancellationToken)
    {
        await ForAll(static (tx, grain) => grain.Reset(tx), cancellationToken);
        await _archive.Reset(cancellationToken);
        _provider.Reset();
    }

    /// <summary>Everything gone.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    /// <returns>When it is done.</returns>
    public async Task Clear(CancellationToken cancellationToken)
    {
        await ForAll(static (tx, grain) => grain.Clear(tx), cancellationToken);
        await _archive.Clear(cancellationToken);
        _provider.Reset();
    }

    private async Task ForAll(Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
    {
        await ForEach<ICartGrain, CartState>(action, cancellationToken);
        await ForEach<IProductGrain, ProductState>(action, cancellationToken);
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
        await foreach (var grainId in _catalog.ListAsync(StateName.Of<TState>(), cancellationToken))
        {
            keys.Add(grainId.GetIntegerKey());
        }

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
