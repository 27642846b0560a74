using System.Collections.Immutable;
using Marketplace.Audit.Checks;
using Marketplace.Audit.Deliveries;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit;

/// <summary>The checks of one audit, in the order in which they are reported.</summary>
internal sealed class CheckList
{
    /// <summary>Makes the checks.</summary>
    public CheckList(AuditHistory history, RunFacts run)
    {
        (AtomDelivery, DeliveryRule, StockReference) = (new AtomDelivery(), new DeliveryRule(history), new StockReference(history));
        Replication = new ReplicationChecks(history, run);
        IsoGraph = new IsoGraph(run.Claims.IsStrictAsked);
        (EventOnce, EventOrder) = (new EventOnce(history, run), new EventOrder(run));
        (Placement, LogComplete) = (new Placement(run.Claims.IsPerServiceAsked, run.Claims.IsDatabaseAsked), new LogComplete(run));
        var atomPrice = new AtomPrice(history, run);
        OfArrivals = [atomPrice, Replication.Final];
        All =
        [
            LoadCounts,
            new AtomCheckout(history, run),
            atomPrice,
            new AtomDelete(history),
            AtomDelivery,
            new NoResidue(),
            new StockBounds(),
            new StockBalance(),
            StockReference,
            new CartOnce(),
            new PaymentOnce(),
            new CustomerCounts(),
            new ProductLinear(history, run),
            new DeliveryOnce(),
            DeliveryRule,
            new OrderGapless(),
            new OrderLines(),
            new RefusalReason(history, run),
            new MoneyOrder(),
            new MoneyPayment(),
            new MoneySeller(),
            new DashSelf(),
            new DashFinal(),
            DashFresh,
            Placement,
            LogComplete,
            IsoGraph,
            StockIsolated,
            .. Replication.AllAndFinal,
            EventOnce,
            EventOrder,
            AbandonExact,
            LowStockExact,
            new DriverSelf(),
        ];
        OfRecording = [IsoGraph, StockIsolated, .. Replication.All, EventOnce, EventOrder];
        OfCustomers = [.. All.OfType<ICustomerCheck>()];
        OfProducts = [.. All.OfType<IProductCheck>()];
        OfSellers = [.. All.OfType<ISellerCheck>()];
    }

    public ImmutableArray<Check> All { get; }

    /// <summary>The one that is told the serialization graph.</summary>
    public IsoGraph IsoGraph { get; }

    /// <summary>Those that are told what carts knew of products.</summary>
    public ReplicationChecks Replication { get; }

    /// <summary>The one that is told the target's clock.</summary>
    public AbandonExact AbandonExact { get; } = new();

    /// <summary>The one that is told what was on dashboards, and when.</summary>
    public DashFresh DashFresh { get; } = new();

    /// <summary>The one that is told the low-stock warnings.</summary>
    public LowStockExact LowStockExact { get; } = new();

    /// <summary>The one that is told of each event.</summary>
    public EventOnce EventOnce { get; }

    /// <summary>The one that is told in which order each consumer heard of events.</summary>
    public EventOrder EventOrder { get; }

    /// <summary>The one that is told the serialization graph over Stock.</summary>
    public StockIsolated StockIsolated { get; } = new();

    /// <summary>The one that is told what was ingested.</summary>
    public LoadCounts LoadCounts { get; } = new();

    /// <summary>The one that is told what the silos gave to each service.</summary>
    public Placement Placement { get; }

    /// <summary>The one that is told the audit log.</summary>
    public LogComplete LogComplete { get; }

    /// <summary>Those that need what only a full recording shows.</summary>
    public ImmutableArray<Check> OfRecording { get; }

    /// <summary>Those that need updates of products to have reached the carts.</summary>
    public ImmutableArray<Check> OfArrivals { get; }

    public ImmutableArray<ICustomerCheck> OfCustomers { get; }
    public ImmutableArray<IProductCheck> OfProducts { get; }
    public ImmutableArray<ISellerCheck> OfSellers { get; }

    /// <summary>The one that is told what each Update Delivery did.</summary>
    public AtomDelivery AtomDelivery { get; }

    /// <summary>The one that is told what each Update Delivery chose.</summary>
    public DeliveryRule DeliveryRule { get; }

    /// <summary>The one that is told which versions were ordered and ended.</summary>
    public StockReference StockReference { get; }

    /// <param name="withExports">False if the target exports nothing.</param>
    public IEnumerable<IRunCheck> OfRun(bool withExports) =>
        All.Where(check => withExports || !check.NeedsExports).OfType<IRunCheck>();
}
