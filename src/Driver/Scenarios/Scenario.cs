using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>
/// A scenario with every default filled in: what to measure, on what, under which load. The schema holds the ranges,
/// units and defaults of its members; docs/scenarios.md is their reference.
/// </summary>
internal sealed record Scenario
{
    /// <summary>Where the JSON schema is, for editors; not read.</summary>
    [JsonPropertyName("$schema")]
    public string? Schema { get; init; }

    /// <summary>Name of the run in results and folders.</summary>
    public required string Name { get; init; }

    /// <summary>Seed of data and workload.</summary>
    public required long Seed { get; init; }

    /// <summary>What is measured.</summary>
    public required TargetSettings Target { get; init; }

    public required DataSettings Data { get; init; }

    /// <summary>The transactions.</summary>
    public required WorkloadSettings Workload { get; init; }

    /// <summary>How they are submitted.</summary>
    public required LoadSettings Load { get; init; }

    /// <summary>For how long.</summary>
    public required EpochSettings Epochs { get; init; }

    /// <summary>What is asked of the audit.</summary>
    public AuditSettings Audit { get; init; } = new() { Require = [] };

    /// <summary>Bounds by figure, such as "&gt;= 5000" of "throughput"; null if there are none.</summary>
    public IReadOnlyDictionary<string, string>? Thresholds { get; init; }

    /// <summary>Servers besides the silo: "none", or "launch" for those that the settings of a launched silo ask for.</summary>
    public required string Servers { get; init; }
}

/// <summary>What is asked of the audit.</summary>
internal sealed record AuditSettings
{
    /// <summary>Names of checks that must be examined: the run fails if the target does not offer what one of them needs.</summary>
    public required string[] Require { get; init; }

    /// <summary>True if what the target shows the audit is kept in the folder of the run.</summary>
    public bool Keep { get; init; }
}

/// <summary>What is measured; exactly one of launch, records, database, urls and reference is set.</summary>
internal sealed record TargetSettings
{
    /// <summary>Starts our silo as a process, with these settings of its Marketplace section; nested objects are nested settings.</summary>
    public JsonObject? Launch { get; init; }

    /// <summary>
    /// The program of the silo that is launched, for example that of another checkout; null for the one that was built with the driver.
    /// </summary>
    public string? Silo { get; init; }

    /// <summary>How many cores a launched silo gets; the driver keeps to the others. Null for all, which both share then.</summary>
    public int? Cores { get; init; }

    /// <summary>Starts the record service as processes, with these settings of its Records section, and Cpus.</summary>
    public JsonObject? Records { get; init; }

    /// <summary>Processes of the record service; the workers are spread over them.</summary>
    public int Instances { get; init; } = 1;

    /// <summary>The settings of a store that the driver uses itself, without a service before it; names as of <see cref="Records"/>.</summary>
    public JsonObject? Database { get; init; }

    /// <summary>Base addresses of a system that already runs; requests are spread over those that are ready.</summary>
    public string[]? Urls { get; init; }

    /// <summary>"delay": no silo; the driver answers itself after <see cref="LatencyMs"/>. The ceiling of the driver alone.</summary>
    public string? Reference { get; init; }

    /// <summary>"response" or "egress": how the target gives the results of transactions; null where its launch settings say.</summary>
    public string? Results { get; init; }

    /// <summary>Latency of the reference target, in milliseconds.</summary>
    public double LatencyMs { get; init; }

    /// <summary>Settings of the store of records, behind the service or without it; null of other targets.</summary>
    public JsonObject? Store() => Records ?? Database;

    /// <summary>True if transactions are acknowledged before they are done, and their results collected from /receipts.</summary>
    public bool AreResultsCollected()
    {
        if (Results is not null) return Results == "egress";
        if (Launch is null) return false;
        var settings = new LaunchSettings(Launch);
        return settings.Is("Results", "egress") && !settings.Is("Preset", "null");
    }
}

/// <summary>The data set (spec §5).</summary>
internal sealed record DataSettings
{
    /// <summary>A store: the data set is generated for each run.</summary>
    public const string Memory = "memory";

    /// <summary>A store: the data set is a file, which later runs find.</summary>
    public const string DuckDb = "duckdb";

    /// <summary>S: 10,000·S customers, products and stock items. A fraction makes a small set.</summary>
    public required double SizeFactor { get; init; }

    /// <summary>Z: products a seller; the last one may own fewer.</summary>
    public required int ProductsPerSeller { get; init; }

    /// <summary>Pieces of each product in stock.</summary>
    public required int QuantityPerProduct { get; init; }

    /// <summary>Orders already present, times S, all concluded.</summary>
    public required int InitialOrdersPerSizeFactor { get; init; }

    /// <summary>Where the data set is kept: "memory" or "duckdb".</summary>
    public required string Store { get; init; }

    /// <summary>The file of the store "duckdb"; null for one that is named after what it holds.</summary>
    public string? File { get; init; }
}

/// <summary>How transactions are submitted: closed loop (no rate) or open loop (a rate).</summary>
internal sealed record LoadSettings
{
    /// <summary>Concurrency of a closed loop where the scenario gives none.</summary>
    public const int DefaultClosedConcurrency = 16;

    /// <summary>Concurrency of an open loop where the scenario gives none.</summary>
    public const int DefaultOpenConcurrency = 256;

    /// <summary>Closed loop: transactions in flight at all times. Open loop: the most that may be in flight.</summary>
    public required int Concurrency { get; init; }

    /// <summary>Open loop: planned transactions a second.</summary>
    public double? Rate { get; init; }

    /// <summary>Open loop: "constant" or "poisson" arrivals.</summary>
    public string? Arrivals { get; init; }

    /// <summary>Value of <see cref="Backlog"/>: all planned operations are sent, however late.</summary>
    public const string SendBacklog = "send";

    /// <summary>Open loop: what becomes of operations that are due when the measurement ends: "drop" or "send".</summary>
    public string Backlog { get; init; } = "drop";

    /// <summary>Value of <see cref="Workers"/>: each worker is a thread that blocks while it waits.</summary>
    public const string ThreadWorkers = "threads";

    /// <summary>What a worker is: "async", a chain of continuations, or "threads".</summary>
    public string Workers { get; init; } = "async";

    /// <summary>True if each worker is a thread that blocks while it waits.</summary>
    public bool HasThreads() => Workers == ThreadWorkers;

    /// <summary>Ends the measurement early, after so many submitted transactions (warm-up included); null for no limit.</summary>
    public long? Operations { get; init; }

    /// <summary>How long a request may take, in seconds.</summary>
    public required double RequestTimeout { get; init; }
}

/// <summary>For how long (the paper: 6 epochs of 10 s, the first 2 warm-up).</summary>
internal sealed record EpochSettings
{
    /// <summary>Number of epochs; where the warm-up is a number of epochs it includes these.</summary>
    public required int Count { get; init; }

    /// <summary>Length of an epoch, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>What does not count.</summary>
    public required WarmUp WarmUp { get; init; }

    /// <summary>Seconds after which a warm-up until throughput is steady ends even if it is not.</summary>
    public required double WarmUpLimit { get; init; }
}

/// <summary>How long the warm-up takes: some epochs, or until throughput is steady.</summary>
/// <param name="Epochs">Epochs that don't count; null: until throughput is steady.</param>
[JsonConverter(typeof(WarmUpJson))]
internal readonly record struct WarmUp(int? Epochs)
{
    /// <summary>How a scenario says: until throughput is steady.</summary>
    public const string SteadyText = "steady";

    /// <summary>Until throughput is steady.</summary>
    public static WarmUp Steady => default;

    /// <summary>True if it lasts until throughput is steady.</summary>
    public bool IsSteady => Epochs is null;
}
