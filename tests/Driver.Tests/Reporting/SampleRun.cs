using System.Collections.Immutable;
using System.Text.Json.Nodes;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Tests.Reporting;

/// <summary>A run with something to show in every part of the report.</summary>
internal static class SampleRun
{
    private static readonly string[] Kinds = ["checkout", "priceUpdate", "productDelete", "updateDelivery", "dashboard"];

    public static RunResults Create(string name = "order-heavy", int seconds = 64)
    {
        var audit = new AuditResult(
            false,
            [
                Check("load.counts", "holds", claimed: true, 0),
                Check("atom.checkout", "none", claimed: false, 2, $"{name}-1: half", "t-2: half") with { Note = name },
                Check("cart.once", "violated", claimed: true, 12, [.. Enumerable.Repeat("t-3: two orders", 10)]),
                Check("stock.bounds", "not examined", claimed: false, 0) with { Reason = "Recording is off" },
            ],
            ["Presumed: the silo was reset before this run."]);
        return new RunResults(Manifest(name), Summary(name) with { Audit = audit }, [.. Enumerable.Range(1, seconds).Select(Row)]);
    }

    private static AuditCheck Check(string id, string level, bool claimed, long violations, params string[] witnesses) => new(
        id, "S#2", $"What {id} says must hold.", level, claimed, 21_000, violations, [.. witnesses], !claimed || violations == 0);

    private static RunManifest Manifest(string name) => new()
    {
        Run = "mfq1x2",
        DriverVersion = "0.1.0",
        Build = "Release",
        Scenario = Scenario(name),
        Target = ["http://127.0.0.1:40123/"],
        Data = new DataSetCounts(10_000, 1_000, 10_000, 10_000, 0),
        Machine = new MachineInfo("Debian GNU/Linux 13", $"{name} processor", 2, 24_000, ".NET 10.0.12"),
        Clock = new HistoryClock(0, new DateTimeOffset(2026, 1, 1, 10, 0, 0, TimeSpan.Zero), 1_000_000_000),
        WarmUp = new WarmUpSummary(20, null),
        MeasureStart = 0,
        MeasureEnd = 1,
        Driver = new DriverFacts(
            ImmutableDictionary<OperationKind, long>.Empty,
            ImmutableDictionary<OperationKind, ImmutableDictionary<OutcomeClass, long>>.Empty,
            0,
            10_000,
            10_000,
            0,
            0.2,
            []),
        Interrupted = false,
    };

    private static Scenario Scenario(string name) => new()
    {
        Name = name,
        Seed = 42,
        Target = new TargetSettings { Launch = new JsonObject { ["Preset"] = "orleans" } },
        Data = new DataSettings
        {
            SizeFactor = 1,
            ProductsPerSeller = 10,
            QuantityPerProduct = 10_000,
            InitialOrdersPerSizeFactor = 0,
            Store = "memory",
        },
        Workload = new WorkloadSettings
        {
            Mix = new MixSettings { Checkout = 30, PriceUpdate = 3, ProductDelete = 2, UpdateDelivery = 60, Dashboard = 5 },
            Sellers = new DistributionSettings { Distribution = "uniform", Exponent = 0 },
            Products = new DistributionSettings { Distribution = "zipfian", Exponent = 0.8 },
            Cart = new CartSettings
            {
                Items = [1, 10],
                Quantity = [1, 5],
                VoucherProbability = 0.05,
                VoucherMax = 0.1,
                CheckoutProbability = 1,
            },
            PriceChange = [-0.1, 0.1],
            PaymentAcceptance = 1,
        },
        Load = new LoadSettings { Concurrency = 16, RequestTimeout = 10 },
        Epochs = new EpochSettings { Count = 6, Seconds = 10, WarmUp = new WarmUp(2), WarmUpLimit = 60 },
        Servers = "none",
    };

    private static RunSummary Summary(string name) => new()
    {
        Name = name,
        WarmUp = new WarmUpSummary(20, null),
        MeasuredSeconds = 40,
        Throughput = 4_812.4,
        ThroughputInterval = 96.2,
        CompletedThroughput = 4_890.1,
        RequestThroughput = 12_731,
        Epochs = [new EpochSummary(3, 10, 4_800, 4_880)],
        Transactions = Kinds.Select((kind, i) => (kind, i)).ToImmutableDictionary(x => x.kind, x => new TransactionSummary
        {
            Submitted = 60_000 / (x.i + 1),
            Committed = 59_900 / (x.i + 1),
            Rejected = x.i == 0 ? 80 : 0,
            PaymentFailed = x.i == 0 ? 14 : 0,
            Aborted = 0,
            TimedOut = x.i == 3 ? 2 : 0,
            TransportError = 0,
            DriverFault = 0,
            Throughput = 1_450.5 / (x.i + 1),
            LatencyMs = Times(1 + (4.0 / (x.i + 1))),
            ServiceMs = Times(0.8 + (3.5 / (x.i + 1))),
        }),
        AddItemMs = Times(0.4),
        AbandonedSessions = 12,
        PartialCheckouts = 310,
        PackagesDelivered = 61_234,
        EmptyDeliveries = 421,
        Resources = new ResourcesSummary(new ProcessSummary(48.2, 94.6, 412, 391, 181.5), new ProcessSummary(21.9, 43.1, 210, 201, null)),
        Driver = new DriverSummary(Times(0.05), 0.27, 0, 0, null),
    };

    private static LatencySummary Times(double ms) => new(ms * 1.1, ms, ms * 1.6, ms * 2.1, ms * 4, ms * 11, ms * 40);

    private static SeriesRow Row(int second)
    {
        var wave = (second < 20 ? 0.6 + (0.02 * second) : 1 + (0.04 * Math.Sin(second))) * (second > 60 ? 0.1 : 1);
        return new SeriesRow
        {
            Second = second,
            Phase = second <= 20 ? "warm-up" : second <= 60 ? "measure" : "drain",
            Throughput = [1_450 * wave, 145 * wave, 96 * wave, 2_880 * wave, 240 * wave],
            P50Ms = 3,
            P99Ms = 14,
            MaxMs = 60,
            Latencies = LatencyBands.Of(Latencies(second)),
            Outcomes = [4_811 * wave, 8 * wave, 1, 0, 0, 0, 0],
            Silos = [new SiloLoad(1.2 * wave, 300 + (second * 1.5), 12 * wave, 240 * wave, 8, second % 7)],
            DriverCores = 0.55 * wave,
            DriverMiB = 180 + (second * 0.4),
            DriverGcPauseMs = 3,
        };
    }

    private static Histogram Latencies(int second)
    {
        var times = new Histogram();
        for (var i = 1; i <= 1_000; i++)
            times.Record((long)(1e6 / (1.001 - (i / 1_000.0)) * (1 + (second % 5))));
        return times;
    }
}
