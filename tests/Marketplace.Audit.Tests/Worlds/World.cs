using System.Collections.Immutable;
using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Xunit;

namespace Marketplace.Audit.Tests;

/// <summary>
/// A small marketplace that does everything right, one transaction after the other, and keeps what each service would export. Tests
/// then break one thing. Its clock is an hour ahead of the driver's, because no check may need clocks that agree.
/// </summary>
internal sealed partial class World
{
    public const string Run = "t";

    public static readonly HistoryClock Clock = new(0, new DateTimeOffset(2026, 1, 1, 10, 0, 0, TimeSpan.Zero), TimeSpan.TicksPerSecond);

    private static readonly TimeSpan SiloAhead = TimeSpan.FromHours(1);

    public static readonly ImmutableArray<string> ServiceNames =
        ["cart", "product", "stock", "order", "payment", "shipment", "customer", "seller"];

    private long _number;

    public World(int customers = 4, int sellers = 12, int productsPerSeller = 2)
    {
        for (var customer = 1; customer <= customers; customer++)
        {
            var entity = Entities.Customer(customer);
            Customers.Add(new CustomerExport(entity, entity));
            Counters.Add(new OrderCounterExport(customer, 0));
            Carts.Add(new CartExport(customer, 0, CartStatus.Open, false, [], []));
        }

        for (var seller = 1; seller <= sellers; seller++)
        {
            Sellers.Add(new SellerExport(seller, true, 0, 0));
            for (var id = 1; id <= productsPerSeller; id++)
            {
                var product = Entities.Product(seller, id);
                var stock = new StockItem(seller, id, 100, 0, 0, 0, "", "0");
                Products.Add(new ProductExport(product, product, 0, ""));
                Stock.Add(new StockExport(stock, stock, 0, 0, 100, []));
            }
        }
    }

    /// <summary>Length of an operation, in ticks; the silo stamps it in the middle.</summary>
    public static long Duration { get; } = TimeSpan.FromMilliseconds(10).Ticks;

    /// <summary>Time of the driver, in ticks of its history.</summary>
    public long Now { get; set; } = TimeSpan.TicksPerSecond;

    public List<Operation> History { get; } = [];
    public List<CustomerExport> Customers { get; } = [];
    public List<SellerExport> Sellers { get; } = [];
    public List<ProductExport> Products { get; } = [];
    public List<StockExport> Stock { get; } = [];

    /// <summary>Events of the stock items; null if the silo does not record them.</summary>
    public List<StockEventExport>? StockEvents { get; set; } = [];

    /// <summary>Events between services; null if the silo does not record them.</summary>
    public List<EventExport>? Events { get; set; }

    public EventLevel DeliveryAsked { get; set; }
    public bool IsUnorderedAsked { get; set; }

    /// <summary>Low-stock warnings that the sellers received; null for a silo that does not show them.</summary>
    public List<LowStockWarning>? Warnings { get; set; } = [];

    /// <summary>Sessions that count as abandoned.</summary>
    public List<CartAbandoned> Abandonments { get; } = [];

    /// <summary>Changes what the silo's clock shows at the end; null for a silo that shows none.</summary>
    public Func<ClockExport, ClockExport>? Clocks { get; set; } = clock => clock;

    public List<CartExport> Carts { get; } = [];
    public List<AttemptExport> Attempts { get; } = [];
    public List<OrderExport> Orders { get; } = [];
    public List<OrderCounterExport> Counters { get; } = [];
    public List<PaymentExport> Payments { get; } = [];
    public List<ChargeExport> Charges { get; } = [];
    public List<ShipmentExport> Shipments { get; } = [];
    public List<EntryExport> Entries { get; } = [];
    public List<DeliveryExport> Deliveries { get; } = [];

    /// <summary>Whether updates that were on their way have reached the carts.</summary>
    public ReplicaDeliveriesExport ReplicaDeliveries { get; set; } = new(0, 0);

    /// <summary>What the silos gave to each service; null for a target that does not tell.</summary>
    public List<PlacementExport>? Placement { get; set; } = [.. ServiceNames.Select(Shared)];

    /// <summary>What the silo recorded; null if it does not.</summary>
    public List<TransactionExport>? Recorded { get; set; }

    /// <summary>In which version each object is stored; null if the silo does not show it.</summary>
    public List<VersionExport>? Stored { get; set; }

    /// <summary>The audit log; null if the silo keeps none.</summary>
    public List<LogExport>? Log { get; set; }

    public bool IsLogAsked { get; set; }
    public bool IsRecordingAsked { get; set; }
    public bool AreExportsAsked { get; set; }

    /// <summary>Checks that the scenario asks for by name.</summary>
    public string[] RequiredChecks { get; set; } = [];

    /// <summary>The answer of the silo to a request for an export; it throws where the silo fails.</summary>
    public Action<string> Exporting { get; set; } = static _ => { };

    /// <summary>Shows something else in the place of a record.</summary>
    public Func<object, object> Showing { get; set; } = static record => record;

    public bool AreProductsFollowed { get; set; }

    /// <summary>Share of the payments that the provider declines; null if that is not known.</summary>
    public double? DeclineRate { get; set; }

    /// <summary>How often an aborted transaction is tried; null if that is not known.</summary>
    public int? AttemptsMax { get; set; }

    /// <summary>The metrics of the silo.</summary>
    public string Metrics { get; set; } = "";

    public bool IsPerServiceAsked { get; set; }
    public bool IsDatabaseAsked { get; set; }

    /// <summary>Changes what a seller's dashboard answers at rest.</summary>
    public Func<SellerDashboard, SellerDashboard> Dashboards { get; set; } = dashboard => dashboard;

    /// <summary>Changes what the driver knows about itself.</summary>
    public Func<DriverFacts, DriverFacts> Facts { get; set; } = facts => facts;

    /// <summary>Changes what the scenario asks of the mix.</summary>
    public Func<ImmutableDictionary<OperationKind, double>, ImmutableDictionary<OperationKind, double>> Mix { get; set; } = mix => mix;

    /// <summary>Changes what the data set held.</summary>
    public Func<DataSetCounts, DataSetCounts> Counts { get; set; } = counts => counts;

    /// <summary>Sessions of each customer that the driver has begun.</summary>
    private Dictionary<int, int> Sessions { get; } = [];

    public Task<AuditResult> Audit(Guarantee guarantee = Guarantee.EachService, int ordersAPass = 10_000, bool withExports = true)
    {
        var facts = Facts(DriverFacts());
        var counts = Counts(new DataSetCounts(
            Customers.Count, Sellers.Count, Products.Count, Stock.Count, Orders.Count(order => order.Tid.Length == 0)));
        var claims = new TargetClaims(guarantee)
        {
            IsPerServiceAsked = IsPerServiceAsked,
            IsDatabaseAsked = IsDatabaseAsked,
            Delivery = DeliveryAsked,
            IsUnorderedAsked = IsUnorderedAsked,
            IsLogAsked = IsLogAsked,
            Replication = Replication,
            AreProductsFollowed = AreProductsFollowed,
            IsRecordingAsked = IsRecordingAsked,
            AreExportsAsked = AreExportsAsked,
            DeclineRate = DeclineRate,
            Attempts = AttemptsMax,
        };
        var run = new AuditedRun(new AuditHistory(Run, Clock, () => History), counts, facts, Mix(MixOfHistory()), claims)
        {
            RequiredChecks = RequiredChecks,
            Refusals = RefusalCounters.Parse(Metrics),
        };
        return new MarketplaceAudit(run, ordersAPass)
            .Run(withExports ? new WorldFacts(this) : null, new Progress<string>(), TestContext.Current.CancellationToken);
    }

    private IEnumerable<Operation> Mixed => History.Where(operation => operation.Kind.IsOfMix());

    private static PlacementExport Shared(string service) => new("silo-1", [], service, 5, "shared", null, null);

    private DriverFacts DriverFacts()
    {
        var mixed = Mixed.GroupBy(operation => operation.Kind).ToList();
        return new DriverFacts(
            mixed.ToImmutableDictionary(kind => kind.Key, kind => (long)kind.Count()),
            mixed.ToImmutableDictionary(
                kind => kind.Key,
                kind => kind.GroupBy(operation => operation.Outcome).ToImmutableDictionary(o => o.Key, o => (long)o.Count())),
            History.Count(operation => operation is SealOperation { Reason: SealReason.Abandoned }),
            Customers.Count,
            Customers.Count,
            Unsent: 0,
            SendLagP99Ms: 0.1,
            DashboardWitnesses: []);
    }

    // The mix that the history happens to have: tests of driver.self break it.
    private ImmutableDictionary<OperationKind, double> MixOfHistory()
    {
        var abandoned = History.Count(operation => operation is SealOperation { Reason: SealReason.Abandoned });
        return Enum.GetValues<OperationKind>().Where(kind => kind.IsOfMix()).ToImmutableDictionary(
            kind => kind,
            kind => 100.0 * (History.Count(operation => operation.Kind == kind) + (kind == OperationKind.Checkout ? abandoned : 0))
                / Math.Max(1, Mixed.Count() + abandoned));
    }

    private (string Tid, long Sent, long Completed, DateTime Stamp) Begin()
    {
        var (sent, completed) = (Now, Now + Duration);
        Now = completed + 1;
        return (RunNames.Tid(Run, ++_number), sent, completed, Stamp(sent + (Duration / 2)));
    }

    /// <summary>What the silo's clock shows at a tick of the driver.</summary>
    public static DateTime Stamp(long tick) => (Clock.ToUtc(tick) + SiloAhead).UtcDateTime;
}
