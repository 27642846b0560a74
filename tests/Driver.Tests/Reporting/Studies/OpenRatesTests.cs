using System.Collections.Immutable;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Studies;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Studies;

public sealed class OpenRatesTests
{
    private static readonly Study Persistence = StudyLoader.Load(
        Repository.File("config", "studies", "persistence.json"), "paper", [], static (need, _) => $"there is no {need}");

    private static Sweep Closed => Part("main").Sweep!;

    private static StudyPart Part(string name) => Persistence.Parts.Single(part => part.Name == name);

    [Fact]
    public void All_arms_get_a_share_of_what_the_slowest_of_them_reached_at_its_best()
    {
        // RH: each arm is best at 50; SQL no index is the slowest there.
        var before = Measured((arm, workload, concurrency) =>
            (workload == "RH" ? 1_000 : 3_000) * (arm == "SQL no index" ? 0.1234 : 1) * (concurrency == "50" ? 1 : 0.5));
        var (sweep, rates) = OpenRates.Of(Part("open").Sweep!, before, 0.7)!.Value;
        Assert.Equal([KeyValuePair.Create("MX", 259.0), new("RH", 86.3), new("WH", 259)], rates);
        foreach (var point in sweep.Points)
        {
            Assert.Equal(rates[point.Labels[1]], point.Scenario.Load.Rate);
            Assert.Equal(("poisson", LoadSettings.SendBacklog), (point.Scenario.Load.Arrivals, point.Scenario.Load.Backlog));
        }

        Assert.Equal(15, sweep.Points.Length);
    }

    [Fact]
    public void Without_a_figure_of_each_arm_there_is_no_rate()
    {
        var before = Measured(static (arm, _, _) => arm == "SQL no index" ? null : 100);
        Assert.Null(OpenRates.Of(Part("open").Sweep!, before, 0.7));
    }

    [Fact]
    public void An_open_loop_decides_a_claim_where_it_was_run()
    {
        var claim = Persistence.Text.Claims.Single(claim => claim.Id == "P1");
        Assert.Equal(("main", "open"), (claim.Part, claim.Open));
        var closed = Measured(static (_, _, _) => 100);
        var open = Of(Part("open").Sweep!, static (arm, _, _) => arm == "SQL indexed" ? 10 : 100);
        var result = new StudyResult(Persistence.Text, "paper", "1", Machine, [], []);
        var alone = Find(result.Judge(new Dictionary<string, SweepResult> { ["main"] = closed }));
        Assert.Equal(("contradicted", "closed loop"), (alone.Verdict, alone.Reason));
        var both = Find(result.Judge(new Dictionary<string, SweepResult> { ["main"] = closed, ["open"] = open }));
        Assert.Equal("confirmed", both.Verdict);
        Assert.StartsWith("open loop; in the closed loop 1.00", both.Reason, StringComparison.Ordinal);
        Assert.Equal("not run", Find(result.Judge(new Dictionary<string, SweepResult>())).Verdict);
    }

    [Fact]
    public void Another_server_behind_the_protocol_of_MongoDB_is_named_at_its_claims()
    {
        var study = StudyLoader.Load(Repository.File("config", "studies", "persistence.json"), "small", [], static (_, _) => null);
        var sweep = Of(study.Parts.Single(part => part.Name == "main").Sweep!, static (_, _, _) => 100);
        sweep = sweep with { Runs = [.. sweep.Runs.Select(run => run with { Database = "FerretDB v2.5.0, replica set of 1, w majority, j true" })] };
        var result = new StudyResult(study.Text, "small", "1", Machine, [], []);
        var judged = result.Judge(new Dictionary<string, SweepResult> { ["main"] = sweep });
        Assert.Equal("FerretDB, not MongoDB; closed loop", judged.Claims.Single(claim => claim.Id == "P6").Reason);
        Assert.Equal("closed loop", Find(judged).Reason);
    }

    [Fact]
    public void The_command_line_names_the_server_of_an_arm()
    {
        string? asked = null;
        var study = StudyLoader.Load(
            Repository.File("config", "studies", "persistence.json"),
            "small",
            ["arms.mongodb.target.records.MongoDb=mongodb://here", "seed=7"],
            (_, server) =>
            {
                asked = server;
                return null;
            });
        Assert.Equal("mongodb://here", asked);
        var point = study.Parts.Single(part => part.Name == "main").Sweep!.Points.First(point => point.Labels[0] == "MongoDB");
        Assert.Equal(("mongodb://here", 7), ((string?)point.Scenario.Target.Records!["MongoDb"], point.Scenario.Seed));
        Assert.Equal(LaunchSecrets.Hidden, (string?)LaunchSecrets.Hide(point.Scenario).Target.Records!["MongoDb"]);
        var error = Assert.Throws<ScenarioException>(() => StudyLoader.Load(
            Repository.File("config", "studies", "persistence.json"), "small", ["arms.none.seed=1"], static (_, _) => null));
        Assert.Contains("with one of SQL indexed, SQL no index, MongoDB", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_dry_run_says_where_a_rate_comes_from() =>
        Assert.Contains("  rate: 0.7 of the lowest throughput that the arms reach in main", StudyPlan.Lines(Persistence, ["open"]));

    private static MachineInfo Machine => new("system", "processor", 2, 1_024, "runtime");

    private static ClaimResult Find(StudyResult result) => result.Claims.Single(claim => claim.Id == "P1");

    private static SweepResult Measured(Func<string, string, string, double?> value) => Of(Closed, value);

    // Each figure of a run has the same value.
    private static SweepResult Of(Sweep sweep, Func<string, string, string, double?> value) => SweepSummary.Of(sweep, "1", Machine, [
        .. sweep.Points.SelectMany(point => Enumerable.Range(1, sweep.Repeats).Select(repeat => new SweptRun(
            point.Number,
            repeat,
            0,
            null,
            value(point.Labels[0], point.Labels[1], point.Labels.Length > 2 ? point.Labels[2] : "") is { } figure
                ? ImmutableDictionary<string, double>.Empty.Add("throughput", figure).Add("readsP95Ms", figure).Add("allP95Ms", figure)
                : ImmutableDictionary<string, double>.Empty))),
    ]);
}
