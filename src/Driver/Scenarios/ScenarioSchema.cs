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
        new("name", new TextNode(), "Name of the run in results and folders.", IsRequired: true),
        new("seed", NumberNode.Whole(0, long.MaxValue >> 11), "Seed of data and workload: the same seed gives the same bytes.", "42"),
        new("target", Target(), "What is measured: exactly one of launch, urls, reference.", """{ "launch": {} }"""),
        new("data", Data(), "The data set.", "{}"),
        new("workload", Workload(), "The transactions.", "{}"),
        new("load", Load(), "How transactions are submitted: a closed loop, or an open one if a rate is given.", "{}"),
        new("epochs", Epochs(), "For how long.", "{}"),
        new("audit", Audit(), "What is asked of the audit.", "{}"),
        new("servers", new TextNode("none", "launch"),
            "Servers besides the silo: launch starts PostgreSQL and Redis, throw-away, where target.launch asks for them.", "\"none\""));

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

    private static ObjectNode Target() => new(
        new("launch", new SettingsNode(), "Starts a silo as a process, with these settings of its Marketplace section, e.g. Preset."),
        new("silo", new TextNode(),
            "Program of the silo, a path to a Marketplace.Silo.dll, e.g. of another checkout; by default the one built with the driver."),
        new("urls", new UrlsNode(), "Base addresses of a system that already runs; requests are spread over those that are ready."),
        new("results", new TextNode("response", "egress"),
            "How a target by URL gives the results of transactions (its setting Results); of a silo that is launched the settings say it."),
        new("reference", new TextNode("delay"), "No silo: the driver answers itself after latencyMs. The ceiling of the driver alone."),
        new("latencyMs", new NumberNode(0, 60_000), "Latency of the reference target, in milliseconds.", "100"));

    private static ObjectNode Data() => new(
        new("sizeFactor", new NumberNode(0.001, MostCustomersInTenThousands),
            "S: 10,000·S customers, products and stock items.", "1"),
        new("productsPerSeller", NumberNode.Whole(1, 10_000), "Products a seller; the last one may own fewer.", "10"),
        new("quantityPerProduct", NumberNode.Whole(0, 1_000_000_000), "Pieces of each product in stock.", "10000"),
        new("initialOrdersPerSizeFactor", NumberNode.Whole(0, 1_000_000),
            "Concluded orders already present, times S, with payments and shipments (the paper: 100,000).", "0"),
        new("store", new TextNode("memory"), "Where a run keeps its data set.", "\"memory\""));

    private static ObjectNode Workload() => new(
        new("mix", Mix(), "Share of each transaction in percent; together 100.", "{}"),
        new("sellers", Distribution(), "How a seller is picked.", "{}"),
        new("products", Distribution(), "How one of the seller's products is picked.", "{}"),
        new("cart", Cart(), "What a customer puts into the cart, and whether it buys.", "{}"),
        new("priceChange", new RangeNode(new NumberNode(-0.99, 10)), "Range of a price update, as a fraction of the price.", "[-0.1, 0.1]"),
        new("paymentAcceptance", Probability, "Share of payments that the provider accepts; set at a silo that is launched.", "1"));

    private static ObjectNode Mix() => new(
        new("checkout", Percent, "Customer sessions, in percent.", "30"),
        new("priceUpdate", Percent, "Price updates, in percent.", "3"),
        new("productDelete", Percent, "Product deletes (replacements), in percent.", "2"),
        new("updateDelivery", Percent, "Update deliveries, in percent.", "60"),
        new("dashboard", Percent, "Seller dashboards, in percent.", "5"));

    private static ObjectNode Distribution() => new(
        new("distribution", new TextNode("uniform", "zipfian"), "Distribution over the ranks 1…n.", "\"uniform\""),
        new("exponent", new NumberNode(0, 10), "Exponent of the zipfian distribution (the paper: 0.2–1.2).", "1"));

    private static ObjectNode Cart() => new(
        new("items", new RangeNode(NumberNode.Whole(1, 10)), "Distinct items a cart.", "[1, 10]"),
        new("quantity", new RangeNode(NumberNode.Whole(1, 1_000)), "Pieces an item.", "[1, 5]"),
        new("voucherProbability", Probability, "Probability that an item comes with a voucher.", "0.05"),
        new("voucherMax", Probability, "Largest voucher, as a fraction of the line.", "0.1"),
        new("checkoutProbability", Probability, "Probability that a session is checked out; else it is sealed.", "1"));

    private static ObjectNode Load() => new(
        new("concurrency", NumberNode.Whole(1, 65_536),
            "Closed loop: transactions in flight (default 16). Open loop: the most that may be in flight (default 256)."),
        new("rate", new NumberNode(0.01, 10_000_000), "Makes the loop open: planned transactions a second."),
        new("arrivals", new TextNode("constant", "poisson"), "Open loop: how arrivals are spaced (default poisson)."),
        new("operations", NumberNode.Whole(1, 1_000_000_000_000),
            "Ends the run early, after so many transactions were submitted, warm-up included."),
        new("requestTimeout", new NumberNode(0.1, 600), "How long a request may take, in seconds.", "10"));

    private static ObjectNode Audit() => new(
        new SchemaMember("require", new NamesNode("names of checks", CheckNames.All),
            "Checks that must be examined: the run fails if the target does not offer what one of them needs.", "[]"));

    private static ObjectNode Epochs() => new(
        new("count", NumberNode.Whole(1, 10_000), "Number of epochs; those of the warm-up included if that is a number.", "6"),
        new("seconds", new NumberNode(0.1, 86_400), "Length of an epoch, in seconds.", "10"),
        new("warmUp", new EitherNode(NumberNode.Whole(0, 9_999), new TextNode(WarmUp.SteadyText)),
            "How many epochs are warm-up and don't count; or \"steady\": the epochs begin once throughput is steady.", "2"),
        new("warmUpLimit", new NumberNode(1, 86_400),
            "With warmUp \"steady\": seconds after which the epochs begin even if throughput is not steady; else without effect.", "60"));
}
