using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Scenarios.Sweeps;

public sealed class SweepLoaderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public SweepLoaderTests() => File.WriteAllText(_folder.File("scenario.json"), """{ "name": "x", "epochs": { "count": 4 } }""");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_points_are_all_combinations_and_the_last_axis_varies_fastest()
    {
        var sweep = Load("""
            "set": { "load.requestTimeout": 3 },
            "axes": {
              "target.launch.Preset": ["orleans", "null"],
              "skew": { "uniform": {}, "some": { "workload.sellers.distribution": "zipfian", "workload.sellers.exponent": 0.5 } },
              "load.concurrency": [2, 4]
            },
            "baseline": { "target.launch.Preset": "null" }
            """, "seed=7");

        Assert.Equal(
            [
                "orleans|uniform|2", "orleans|uniform|4", "orleans|some|2", "orleans|some|4",
                "null|uniform|2", "null|uniform|4", "null|some|2", "null|some|4",
            ],
            sweep.Points.Select(point => string.Join('|', point.Labels)));
        Assert.Equal(Enumerable.Range(1, 8), sweep.Points.Select(point => point.Number));
        Assert.Equal("004-orleans-some-4", sweep.Points[3].Folder);
        Assert.Equal(3, sweep.Repeats);
        var last = sweep.Points[^1].Scenario;
        Assert.Equal((7, 4, 3.0, "zipfian", 0.5), (last.Seed, last.Load.Concurrency, last.Load.RequestTimeout,
            last.Workload.Sellers.Distribution, last.Workload.Sellers.Exponent));
        Assert.Equal([new("Marketplace:Preset", "null")], LaunchSettings.ForSilo(last, []));
        Assert.Equal("uniform", sweep.Points[0].Scenario.Workload.Sellers.Distribution);
    }

    [Fact]
    public void A_point_is_compared_with_that_of_the_baseline_all_else_equal()
    {
        var sweep = Load("""
            "axes": { "target.launch.Preset": ["orleans", "null"], "load.concurrency": [2, 4] }, "baseline": { "load.concurrency": 2 }
            """);

        Assert.Equal([null, 1, null, 3], Baselines(sweep));
        Assert.Equal([1, 2, 3, 4], sweep.RunOrder.Select(point => point.Number));
        sweep = Load("""
            "axes": { "target.launch.Preset": ["orleans", "null"], "load.concurrency": [2, 4] }, "baseline": { "target.launch.Preset": "null" }
            """);
        Assert.Equal([3, 4, null, null], Baselines(sweep));
        Assert.Equal([1, 3, 2, 4], sweep.RunOrder.Select(point => point.Number));
        var none = Load(""" "axes": { "seed": [1, 2] } """);
        Assert.All(Baselines(none), Assert.Null);

        static IEnumerable<int?> Baselines(Sweep sweep)
        {
            var result = SweepSummary.Of(sweep, "1", new MachineInfo("os", "processor", 2, 1, "runtime"), []);
            return result.Points.Select(point => result.BaselineOf(point)?.Number);
        }
    }

    [Theory]
    [InlineData(""" "axes": {} """, "$.axes", "expected an object of axes")]
    [InlineData(""" "axes": { "seed": [] } """, "$.axes.seed", "found []")]
    [InlineData(""" "axes": { "seed": 3 } """, "$.axes.seed", "found 3")]
    [InlineData(""" "axes": { "load": [{}] } """, "$.axes.load[0]", "found an object")]
    [InlineData(""" "axes": { "a": { "b": { "load": {} } } } """, "$.axes.a.b.load", "expected a path that leads to a value")]
    [InlineData(""" "axes": { "target.launch.Postgres": ["Host=a", "Host=b"] } """, "$.axes.target.launch.Postgres", "expected values with labels")]
    [InlineData(""" "axes": { "seed": [1, 1] } """, "$.axes.seed", "found one twice")]
    [InlineData(""" "axes": { "seed": [1, 2] }, "repeats": 0 """, "$.repeats", "from 1 to 1,000")]
    [InlineData(""" "axes": { "seed": [1,2,3,4,5,6,7,8,9,10,11] }, "repeats": 1000 """, "$.axes", "at most 10000 runs")]
    [InlineData(""" "axes": { "seed": [1, 2] }, "baseline": { "sead": 1 } """, "$.baseline.sead", "expected an axis: seed")]
    [InlineData(""" "axes": { "seed": [1, 2] }, "baseline": { "seed": 3 } """, "$.baseline.seed", "expected one of 1, 2, found 3")]
    [InlineData(""" "axis": {} """, "$.axis", "unknown member")]
    public void What_is_wrong_is_named_with_file_path_and_what_was_expected(string members, string path, string problem)
    {
        var error = Assert.Throws<ScenarioException>(() => Load(members));
        Assert.StartsWith($"{_folder.File("sweep.json")}: {path}: ", error.Message, StringComparison.Ordinal);
        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_value_that_no_scenario_takes_and_an_override_of_an_axis_are_found_before_anything_runs()
    {
        var error = Assert.Throws<ScenarioException>(() => Load(""" "axes": { "load.concurrency": [2, 0] } """));
        Assert.Contains("scenario.json: $.load.concurrency: expected a whole number", error.Message, StringComparison.Ordinal);
        error = Assert.Throws<ScenarioException>(() => Load(""" "axes": { "load.concurrency": [2, 4] } """, "load.concurrency=8"));
        Assert.Contains("$.axes.load.concurrency: is an axis", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("sweeps")]
    [InlineData("paper")]
    public void Every_committed_sweep_loads_and_points_editors_to_the_schema(string folder)
    {
        var files = Directory.GetFiles(Repository.File("config", folder), "*.json");
        Assert.NotEmpty(files);
        Assert.All(files, file =>
        {
            Assert.Equal(Path.GetFileNameWithoutExtension(file), SweepLoader.Load(file, [], scenario => scenario).Name);
            Assert.Contains("\"$schema\": \"../sweep.schema.json\"", File.ReadAllText(file), StringComparison.Ordinal);
        });
    }

    [Fact]
    public void The_committed_schema_is_the_one_that_the_driver_prints() => Assert.Equal(
        File.ReadAllText(Repository.File("config", "sweep.schema.json")).Trim(),
        SweepSchema.ToJsonSchema().ReplaceLineEndings("\n"));

    private Sweep Load(string members, params string[] overrides)
    {
        File.WriteAllText(_folder.File("sweep.json"), $$"""{ "name": "s", "scenario": "scenario.json", {{members}} }""");
        return SweepLoader.Load(_folder.File("sweep.json"), overrides, scenario => scenario);
    }
}
