using System.Globalization;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Scenarios;

/// <summary>What must hold between members of a scenario.</summary>
internal static class ScenarioRules
{
    private const double PercentTolerance = 1e-6;
    private const int ThreadsMost = 4_096;

    /// <summary>Checks a scenario whose members are each within their range.</summary>
    /// <exception cref="SchemaViolation">A rule is broken.</exception>
    public static void Check(Scenario scenario)
    {
        CheckName(scenario.Name);
        var target = scenario.Target;
        var kinds = new object?[] { target.Launch, target.Records, target.Database, target.Urls, target.Reference }.Count(kind => kind is not null);
        Require(kinds == 1, "$.target", $"expected exactly one of launch, records, database, urls and reference, found {kinds}");

        Require(target.Silo is null || target.Launch is not null, "$.target.silo", "expected only together with target.launch");
        Require(target.Cores is null || target.Launch is not null, "$.target.cores", "expected only together with target.launch");

        Require(
            scenario.Servers != "launch" || target.Launch is not null || target.Store() is not null,
            "$.servers",
            "expected \"launch\" only together with target.launch, target.records or target.database: a silo that runs already has its servers");
        var isMarketplace = scenario.Workload.Kind == WorkloadSettings.Marketplace;
        string[] fitting = target.Records is not null ? ["roles", "items"]
            : target.Database is not null ? [WorkloadSettings.Database]
            : [WorkloadSettings.Marketplace];
        Require(
            fitting.Contains(scenario.Workload.Kind),
            "$.workload.kind",
            $"expected {string.Join(" or ", fitting)}, as the target is, found {scenario.Workload.Kind}");
        if (target.Database is not null) CheckDatabase(scenario);

        var mix = scenario.Workload.Mix;
        CheckShares("$.workload.mix", mix.Checkout + mix.PriceUpdate + mix.ProductDelete + mix.UpdateDelivery + mix.Dashboard);

        var load = scenario.Load;
        Require(load.Arrivals is null || load.Rate is not null, "$.load.arrivals", "expected only together with load.rate");
        if (load.HasThreads()) CheckThreads(scenario);
        Require(
            scenario.Epochs.WarmUp.IsSteady || scenario.Epochs.WarmUp.Epochs < scenario.Epochs.Count,
            "$.epochs.warmUp",
            $"expected fewer than epochs.count = {scenario.Epochs.Count}, found {scenario.Epochs.WarmUp.Epochs}");

        Require(
            scenario.Data.File is null || scenario.Data.Store == DataSettings.DuckDb,
            "$.data.file",
            "expected only together with data.store \"duckdb\"");
        if (!isMarketplace) return;
        var counts = DataSetShape.Of(scenario.Data);
        Require(
            load.Concurrency < counts.Customers,
            "$.load.concurrency",
            $"expected fewer than the {counts.Customers} customers (there must be more customers than transactions in flight)");
        Require(
            scenario.Workload.Cart.Items[1] <= counts.Products,
            "$.workload.cart.items",
            $"expected at most the {counts.Products} products of the data set");
    }

    private static void CheckThreads(Scenario scenario)
    {
        var target = scenario.Target;
        Require(
            target.Reference is null && !target.AreResultsCollected(),
            "$.load.workers",
            "expected \"async\": threads block in a socket, so they want a target behind one that answers with its results");
        Require(
            scenario.Load.Concurrency <= ThreadsMost,
            "$.load.concurrency",
            $"expected at most {ThreadsMost} with load.workers \"threads\", found {scenario.Load.Concurrency}");
    }

    /// <summary>Checks the name of a scenario or sweep: folders are named after it.</summary>
    /// <exception cref="SchemaViolation">It would lead elsewhere.</exception>
    public static void CheckName(string name) => Require(
        !name.StartsWith('.') && !name.Any(letter => letter is '/' or '\\' || char.IsControl(letter)),
        "$.name",
        $"expected a name without / and \\ that does not begin with a dot, as folders are named after it, found \"{name}\"");

    // What the store will be told is found wrong before anything starts.
    private static void CheckDatabase(Scenario scenario)
    {
        CheckShares("$.workload.ycsb", scenario.Workload.Ycsb.Shares().Sum());
        try
        {
            DatabaseSettings.Check(scenario);
        }
        catch (RecordsSettingException error)
        {
            throw new SchemaViolation("$.target.database", error.Message.TrimEnd('.'));
        }
    }

    private static void CheckShares(string path, double sum) => Require(
        Math.Abs(sum - 100) < PercentTolerance,
        path,
        string.Create(CultureInfo.InvariantCulture, $"expected shares that sum to 100, found {sum:0.###}"));

    private static void Require(bool condition, string path, string problem)
    {
        if (!condition) throw new SchemaViolation(path, problem);
    }
}
