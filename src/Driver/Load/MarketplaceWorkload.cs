using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>The transactions of Online Marketplace, and what their workers share. Thread-safe.</summary>
internal sealed class MarketplaceWorkload : IWorkload
{
    /// <summary>Prepares the shared state of a run.</summary>
    /// <param name="share">What this driver takes of the load; null for all of it.</param>
    public MarketplaceWorkload(Scenario scenario, DataGenerator generator, LoadData data, LoadShare? share = null)
    {
        var mix = scenario.Workload.Mix;
        Data = data;
        Keys = new ProductKeys(scenario.Data.ProductsPerSeller);
        Picker = new ProductPicker(scenario.Workload, scenario.Data, data.Counts, share);
        Mirror = new ProductMirror(data.Prices);
        Customers = new IdleCustomers(data.Counts.Customers, generator.Random(EntityStream.Shuffle, 0), share);
        Mix = new AliasSampler([mix.Checkout, mix.PriceUpdate, mix.ProductDelete, mix.UpdateDelivery, mix.Dashboard]);
        KeptCarts = ScenarioClaims.Of(scenario) is { AreProductsFollowed: true, IsRecordingAsked: true }
            ? Math.Min(4, data.Counts.Customers / 10) : 0;
    }

    /// <summary>In the order of <see cref="OperationKind"/>.</summary>
    public static ImmutableArray<WorkloadOperation> AllOperations { get; } =
    [
        new("checkout", IsRead: false, OperationKind.Checkout),
        new("priceUpdate", IsRead: false, OperationKind.PriceUpdate),
        new("productDelete", IsRead: false, OperationKind.ProductDelete),
        new("updateDelivery", IsRead: false, OperationKind.UpdateDelivery),
        new("dashboard", IsRead: true, OperationKind.Dashboard),
    ];

    public ImmutableArray<WorkloadOperation> Operations => AllOperations;

    public LoadData Data { get; }

    public ProductKeys Keys { get; }

    /// <summary>Picks sellers and products.</summary>
    public ProductPicker Picker { get; }

    /// <summary>What the driver knows of the products.</summary>
    public ProductMirror Mirror { get; }

    /// <summary>Customers in no session.</summary>
    public IdleCustomers Customers { get; }

    /// <summary>Picks the kind of the next transaction, in the order of <see cref="OperationKind"/>.</summary>
    public AliasSampler Mix { get; }

    /// <summary>
    /// How many carts are filled and left so: where carts follow their products and all is recorded, a tenth of the customers, at most four.
    /// </summary>
    public int KeptCarts { get; }

    /// <summary>Dashboards that contradicted themselves.</summary>
    public LoadWitnesses Witnesses { get; } = new();

    CustomerFigures IWorkload.Customers => new(Customers.Count + Customers.Kept, Customers.Retired, Witnesses.ToImmutable());

    public IWorkloadWorker CreateWorker(WorkerParts parts) => new MarketplaceWorker(new MarketplaceTools(parts, this));
}

/// <summary>What a worker of the marketplace works with.</summary>
internal sealed class MarketplaceTools(WorkerParts parts, MarketplaceWorkload market) : WorkerTools(parts)
{
    /// <summary>What the workers share.</summary>
    public MarketplaceWorkload Market { get; } = market;

    /// <summary>Composes its requests.</summary>
    public MarketplaceRequests Requests { get; } = new(parts.Endpoint, market.Data, market.Keys, parts.Context.Run);
}

/// <summary>Submits the transactions of the mix.</summary>
internal sealed class MarketplaceWorker(MarketplaceTools tools) : IWorkloadWorker
{
    private readonly CustomerSession _session = new(tools);
    private readonly ProductUpdates _products = new(tools);
    private readonly SellerOperations _sellers = new(tools);

    // One for all workers keeps carts: they share the customers.
    public async ValueTask Prepare()
    {
        for (var i = 0; tools.Worker == 0 && i < tools.Market.KeptCarts; i++)
            await _session.Keep();
    }

    public ValueTask Submit(long? arrival)
    {
        tools.Begin(arrival);
        return (OperationKind)tools.Market.Mix.Sample(tools.Random) switch
        {
            OperationKind.Checkout => _session.Run(arrival),
            OperationKind.PriceUpdate => _products.UpdatePrice(arrival),
            OperationKind.ProductDelete => _products.Delete(arrival),
            OperationKind.UpdateDelivery => _sellers.Deliver(arrival),
            _ => _sellers.ReadDashboard(arrival),
        };
    }
}
