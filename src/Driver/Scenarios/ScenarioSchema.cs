using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Audit;

namespace Marketplace.Driver.Scenarios;

/// <summary>The members of a scenario file: types, ranges, units and defaults. The one place that holds them.</summary>
internal static class ScenarioSchema
{
    /// <summary>What the driver would have to hold in memory for one customer and one product bounds the size factor.</summary>
    private const int MostCustomersInTenThousands = 1_000;

    private static readonly NumberNode Probability = new(0, 1);
    private static readonly NumberNode Percent = new(0, 100);
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    public static ObjectNode Root { get; } = new(
        new("$schema", new TextNode(), "Address of this schema, for editors."),
        new("name", new TextNode(), "Name of the run, in results and folders.", IsRequired: true),
        new("seed", NumberNode.Whole(0, long.MaxValue >> 11),
            "Seed of the data set and the workload. The same seed gives the same bytes.", "42"),
        new("target", Target(), "What is measured: exactly one of launch, records, database, urls and reference.", """{ "launch": {} }"""),
        new("data", Data(), "The data set.", "{}"),
        new("workload", Workload(), "Which transactions are submitted.", "{}"),
        new("load", Load(), "How transactions are submitted: in a closed loop, or in an open loop if a rate is given.", "{}"),
        new("epochs", Epochs(), "How long the run lasts.", "{}"),
        new("audit", Audit(), "What the audit must examine.", "{}"),
        new("thresholds", new ThresholdsNode(), "Bounds of figures. If one does not hold, the driver ends with exit code 4. Default: none."),
        new("servers", new TextNode("none", "launch"),
            "launch: the driver starts the PostgreSQL and Redis servers that the settings of the target need, with throw-away data.",
            "\"none\""));

    /// <summary>The paths of all members that have a value, such as "load.concurrency".</summary>
    public static IEnumerable<string> Paths => PathsOf(Root, "");

    /// <summary>The JSON schema that editors read.</summary>
    public static string ToJsonSchema() => ToJsonSchema(Root, "Online Marketplace scenario");

    /// <summary>The JSON schema of a kind of file.</summary>
    public static string ToJsonSchema(ObjectNode root, string title)
    {
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = title,
        };
        foreach (var (name, value) in root.ToJsonSchema())
            schema[name] = value?.DeepClone();
        return schema.ToJsonString(Indented);
    }

    private static IEnumerable<string> PathsOf(ObjectNode node, string prefix) => node.Members.SelectMany(
        member => member.Node is ObjectNode inner ? PathsOf(inner, $"{prefix}{member.Name}.") : [$"{prefix}{member.Name}"]);

    private static ObjectNode Target() => new(
        new("launch", new SettingsNode(),
            "Starts a silo as a process, with these settings of its Marketplace section, for example Preset."),
        new("silo", new TextNode(),
            "Path of the silo's program, a Marketplace.Silo.dll, for example of another checkout. Default: the one built with the driver."),
        new("cores", NumberNode.Whole(1, 4_096),
            "Cores of this machine that a launched silo is kept to; the driver keeps to the others. Default: both use all."),
        new("records", new SettingsNode(),
            "Starts the record service as a process, with these settings of its Records section. Cpus: cores that each process may use."),
        new("instances", NumberNode.Whole(1, 16), "Processes of the record service. Workers are spread over them.", "1"),
        new("database", new SettingsNode(),
            "No service: the driver uses a database itself, with settings of the section Records. Pool: also \"users\", one for each worker."),
        new("urls", new UrlsNode(), "Addresses of a system that already runs. Requests are spread over those that are ready."),
        new("results", new TextNode("response", "egress"),
            "How a target by URL returns results (its setting Results): in its answers, the default, or as receipts that are collected."),
        new("reference", new TextNode("delay"),
            "No silo: the driver answers itself after latencyMs. This shows the maximum of the driver alone."),
        new("latencyMs", new NumberNode(0, 60_000), "Latency of the reference target, in milliseconds.", "100"));

    private static ObjectNode Data() => new(
        new("sizeFactor", new NumberNode(0.001, MostCustomersInTenThousands),
            "Size factor S: the data set has 10,000 × S customers, products and stock items.", "1"),
        new("productsPerSeller", NumberNode.Whole(1, 10_000), "Products per seller. The last seller may own fewer.", "10"),
        new("quantityPerProduct", NumberNode.Whole(0, 1_000_000_000), "Pieces of each product in stock.", "10000"),
        new("initialOrdersPerSizeFactor", NumberNode.Whole(0, 1_000_000),
            "Concluded orders that exist at the start, times S, with payments and shipments. The paper uses 100,000.", "0"),
        new("store", new TextNode(DataSettings.Memory, DataSettings.DuckDb),
            "memory: the data set is generated for each run. duckdb: it is a DuckDB file, which is written once and used by later runs.",
            "\"memory\""),
        new("file", new TextNode(),
            "Path of the file of the store duckdb. Default: a file in the folder datasets, named after the settings and the seed."));

    private static ObjectNode Workload() => new(
        new("kind", new TextNode(WorkloadSettings.Marketplace, "roles", "items", WorkloadSettings.Database),
            "The transactions of Online Marketplace; requests to the record service, of all roles or of items; or YCSB on a database.",
            "\"marketplace\""),
        new("items", Items(), "Which items are read and written.", "{}"),
        new("ycsb", Ycsb(), "Which operations of YCSB are submitted. The five shares sum to 100.", "{}"),
        new("mix", Mix(), "Share of each transaction in percent. The five shares sum to 100.", "{}"),
        new("sellers", Distribution(), "How a seller is picked.", "{}"),
        new("products", Distribution(), "How one of the seller's products is picked.", "{}"),
        new("cart", Cart(), "What customers put into their carts, and how often they check out.", "{}"),
        new("priceChange", new RangeNode(new NumberNode(-0.99, 10)), "Range of a price update, as a fraction of the price.", "[-0.1, 0.1]"),
        new("paymentAcceptance", Probability,
            "Share of payments that the provider accepts. The driver sets it at a silo that it launches.", "1"));

    private static ObjectNode Items() => new(
        new("operation", new TextNode(ItemSettings.AllOperations, "getBySku", "listByOwner", "get", "create", "update", "delete"),
            "The only operation that is made; or mix: reads and writes by their shares, without deletions.", "\"mix\""),
        new("reads", Percent, "Share of reads in percent. The others are writes.", "50"),
        new("keys", Distribution(), "How an item of the seed is picked.", "{}"));

    private static ObjectNode Ycsb() => new(
        new("reads", Percent, "Reads of all fields of a record, in percent.", "95"),
        new("updates", Percent, "Replacements of one field, in percent.", "5"),
        new("inserts", Percent, "New records, in percent.", "0"),
        new("scans", Percent, "Reads of up to scanMost records with neighbouring keys, in percent.", "0"),
        new("readModifyWrites", Percent, "Reads of a record, each followed by an update of it, in percent.", "0"),
        new("keys", new TextNode("zipfian", "zipfian-plain", "uniform", "latest"),
            "How a record is picked. zipfian: scrambled, as YCSB does; zipfian-plain: by the exact weights; latest: the newest ones most often.",
            "\"zipfian\""),
        new("readForm", new TextNode("each", YcsbSettings.Whole),
            "How a document is read in PostgreSQL: each field, taken apart by the server as YCSB does; or whole.", "\"each\""),
        new("scanMost", NumberNode.Whole(1, 10_000), "The most records of a scan. Each number up to it is as likely.", "100"));

    private static ObjectNode Mix() => new(
        new("checkout", Percent, "Customer sessions, in percent.", "30"),
        new("priceUpdate", Percent, "Price updates, in percent.", "3"),
        new("productDelete", Percent, "Product deletes (replacements), in percent.", "2"),
        new("updateDelivery", Percent, "Update deliveries, in percent.", "60"),
        new("dashboard", Percent, "Seller dashboards, in percent.", "5"));

    private static ObjectNode Distribution() => new(
        new("distribution", new TextNode("uniform", "zipfian"), "Distribution over the ranks 1 to n.", "\"uniform\""),
        new("exponent", new NumberNode(0, 10), "Exponent of the zipfian distribution. The paper uses 0.2 to 1.2.", "1"));

    private static ObjectNode Cart() => new(
        new("items", new RangeNode(NumberNode.Whole(1, 10)), "Distinct items per cart, from and to.", "[1, 10]"),
        new("quantity", new RangeNode(NumberNode.Whole(1, 1_000)), "Pieces per item, from and to.", "[1, 5]"),
        new("voucherProbability", Probability, "Probability that an item comes with a voucher.", "0.05"),
        new("voucherMax", Probability, "Largest voucher, as a fraction of the line.", "0.1"),
        new("checkoutProbability", Probability, "Probability that a session ends with a checkout. Otherwise its cart is sealed.", "1"));

    private static ObjectNode Load() => new(
        new("concurrency", NumberNode.Whole(1, 65_536),
            "Closed loop: transactions in flight; default 16. Open loop: the most that may be in flight; default 256."),
        new("rate", new NumberNode(0.01, 10_000_000), "Makes the loop open: planned transactions per second. Default: a closed loop."),
        new("arrivals", new TextNode("constant", "poisson"), "Open loop: how arrivals are spaced. Default: poisson."),
        new("backlog", new TextNode("drop", LoadSettings.SendBacklog),
            "Open loop, transactions that are due and not sent when the load ends: drop counts them as unsent; send still sends them.",
            "\"drop\""),
        new("workers", new TextNode("async", LoadSettings.ThreadWorkers),
            "What submits: async, continuations that hold no thread while they wait; or threads, a thread for each that blocks in its socket.",
            "\"async\""),
        new("operations", NumberNode.Whole(1, 1_000_000_000_000),
            "Ends the run early, after this number of submitted transactions, warm-up included. Default: no limit."),
        new("requestTimeout", new NumberNode(0.1, 600),
            "How long a request may take, in seconds. After that its outcome is unknown.", "10"));

    private static ObjectNode Audit() => new(
        new SchemaMember("require", new NamesNode("names of checks", CheckNames.All),
            "Checks that must be examined. The run fails if the target does not show what one of them needs.", "[]"),
        new SchemaMember("keep", new FlagNode(), "Keeps what the target shows the audit in the folder of the run, for queries.", "false"));

    private static ObjectNode Epochs() => new(
        new("count", NumberNode.Whole(1, 10_000),
            "Number of epochs. Warm-up epochs are included, if the warm-up is a number of epochs.", "6"),
        new("seconds", new NumberNode(0.1, 86_400), "Length of an epoch, in seconds.", "10"),
        new("warmUp", new EitherNode(NumberNode.Whole(0, 9_999), new TextNode(WarmUp.SteadyText)),
            "Number of warm-up epochs, which do not count; or \"steady\": the epochs begin when throughput is steady.", "2"),
        new("warmUpLimit", new NumberNode(1, 86_400),
            "With warmUp \"steady\": the epochs begin after this number of seconds even if throughput is not steady.", "60"));
}
