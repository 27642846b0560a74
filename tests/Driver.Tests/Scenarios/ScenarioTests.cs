using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Driver.Scenarios;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Scenarios;

public sealed class ScenarioTests
{
    private const string Minimal = """{ "name": "x" }""";

    [Theory]
    [InlineData("""{}""", "$.name", "missing, expected a text")]
    [InlineData("""[]""", "$", "expected an object, found []")]
    [InlineData("""{ "name": "x", }}""", "$", "expected JSON")]
    [InlineData("""{ "name": "x", "name": "y" }""", "$", "expected JSON")]
    [InlineData("""{ "name": 7 }""", "$.name", "expected a text that is not empty, found 7")]
    [InlineData("""{ "name": "x", "sead": 1 }""", "$.sead", "unknown member, expected one of")]
    [InlineData("""{ "name": "x", "seed": 1.5 }""", "$.seed", "expected a whole number from 0")]
    [InlineData("""{ "name": "x", "load": { "concurrency": "many" } }""", "$.load.concurrency", "from 1 to 65,536, found \"many\"")]
    [InlineData("""{ "name": "x", "load": { "concurrency": 0 } }""", "$.load.concurrency", "found 0")]
    [InlineData("""{ "name": "x", "load": { "concurrency": 10000 } }""", "$.load.concurrency", "more customers than transactions")]
    [InlineData("""{ "name": "x", "load": { "arrivals": "poisson" } }""", "$.load.arrivals", "together with load.rate")]
    [InlineData(
        """{ "name": "x", "target": { "reference": "delay" }, "load": { "workers": "threads" } }""", "$.load.workers", "target behind one")]
    [InlineData(
        """{ "name": "x", "target": { "launch": { "Preset": "statefun" } }, "load": { "workers": "threads" } }""", "$.load.workers", "answers with")]
    [InlineData("""{ "name": "x", "load": { "workers": "threads", "concurrency": 5000 } }""", "$.load.concurrency", "at most 4096 with")]
    [InlineData("""{ "name": "x", "load": null }""", "$.load", "expected an object, found null")]
    [InlineData("""{ "name": "x", "target": {} }""", "$.target", "exactly one of launch, records, database, urls and reference, found 0")]
    [InlineData(
        """{ "name": "x", "target": { "reference": "delay", "silo": "a" } }""", "$.target.silo", "expected only together with target.launch")]
    [InlineData("""{ "name": "x", "target": { "launch": {}, "urls": ["http://a"] } }""", "$.target", "found 2")]
    [InlineData("""{ "name": "x", "target": { "urls": ["ftp://a"] } }""", "$.target.urls[0]", "expected a list of addresses")]
    [InlineData("""{ "name": "x", "target": { "launch": { "A": { "B": [1] } } } }""", "$.target.launch.A.B", "silo settings")]
    [InlineData("""{ "name": "x", "workload": { "mix": { "checkout": 31 } } }""", "$.workload.mix", "sum to 100, found 101")]
    [InlineData("""{ "name": "x", "workload": { "cart": { "items": [5, 1] } } }""", "$.workload.cart.items", "expected [lowest, highest]")]
    [InlineData("""{ "name": "x", "workload": { "cart": { "items": [1, 11] } } }""", "$.workload.cart.items[1]", "from 1 to 10, found 11")]
    [InlineData("""{ "name": "x", "workload": { "sellers": { "distribution": "a" } } }""", "$.workload.sellers.distribution", "one of")]
    [InlineData("""{ "name": "x", "epochs": { "count": 2 } }""", "$.epochs.warmUp", "fewer than epochs.count = 2, found 2")]
    [InlineData("""{ "name": "x", "epochs": { "warmUp": "some" } }""", "$.epochs.warmUp", "0 to 9,999, or \"steady\", found \"some\"")]
    [InlineData("""{ "name": "x", "epochs": { "warmUp": -1 } }""", "$.epochs.warmUp", "or \"steady\", found -1")]
    [InlineData("""{ "name": "x", "epochs": { "warmUpLimit": 0 } }""", "$.epochs.warmUpLimit", "from 1 to 86,400, found 0")]
    [InlineData("""{ "name": "x", "thresholds": 5 }""", "$.thresholds", "expected an object of figures and their bounds")]
    [InlineData("""{ "name": "x", "thresholds": { "speed": "> 1" } }""", "$.thresholds.speed", "unknown member, expected one of throughput")]
    [InlineData("""{ "name": "x", "thresholds": { "throughput": "= 5" } }""", "$.thresholds.throughput", "expected an operator (<, <=, >, >=)")]
    [InlineData("""{ "name": "x", "servers": "some" }""", "$.servers", "expected one of \"none\", \"launch\"")]
    public void What_is_wrong_is_named_with_file_path_and_what_was_expected(string text, string path, string problem)
    {
        var error = Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(text, "file.json", []));
        Assert.StartsWith($"file.json: {path}", error.Message, StringComparison.Ordinal);
        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Defaults_are_those_of_the_paper()
    {
        var scenario = ScenarioLoader.Parse(Minimal, "file.json", []);
        var data = scenario.Data;
        Assert.Equal((42, 1.0, 10, 10_000), (scenario.Seed, data.SizeFactor, data.ProductsPerSeller, data.QuantityPerProduct));
        Assert.Equal((16, (double?)null, (string?)null), (scenario.Load.Concurrency, scenario.Load.Rate, scenario.Load.Arrivals));
        Assert.Equal((6, 10.0, 2), (scenario.Epochs.Count, scenario.Epochs.Seconds, scenario.Epochs.WarmUp.Epochs));
        Assert.Equal([1, 10], scenario.Workload.Cart.Items);
        Assert.NotNull(scenario.Target.Launch);
    }

    [Theory]
    [InlineData("""{ "launch": {} }""", false)]
    [InlineData("""{ "launch": { "Preset": "statefun" } }""", true)]
    [InlineData("""{ "launch": { "preset": "STATEFUN", "results": "response" } }""", false)]
    [InlineData("""{ "launch": { "Results": "Egress" } }""", true)]
    [InlineData("""{ "launch": { "Preset": "null", "Results": "egress" } }""", false)]
    [InlineData("""{ "urls": ["http://a"] }""", false)]
    [InlineData("""{ "urls": ["http://a"], "results": "egress" }""", true)]
    [InlineData("""{ "reference": "delay" }""", false)]
    public void Whether_results_are_collected_is_seen_from_the_target(string target, bool expected) =>
        Assert.Equal(expected, ScenarioLoader.Parse($$"""{ "name": "x", "target": {{target}} }""", "f.json", []).Target.AreResultsCollected());

    [Fact]
    public void An_open_loop_has_defaults_of_its_own()
    {
        var load = ScenarioLoader.Parse(Minimal, "file.json", ["load.rate=500"]).Load;
        Assert.Equal((256, 500.0, "poisson"), (load.Concurrency, load.Rate, load.Arrivals));
    }

    [Fact]
    public void A_warm_up_until_throughput_is_steady_leaves_all_epochs_to_the_measurement()
    {
        var epochs = ScenarioLoader.Parse(Minimal, "file.json", ["epochs.warmUp=steady", "epochs.count=1"]).Epochs;
        Assert.Equal((true, null, 60.0, 1), (epochs.WarmUp.IsSteady, epochs.WarmUp.Epochs, epochs.WarmUpLimit, epochs.Count));
        Assert.Equal(20, ScenarioLoader.Parse(Minimal, "file.json", ["epochs.warmUp=steady", "epochs.warmUpLimit=20"]).Epochs.WarmUpLimit);
    }

    [Theory]
    [InlineData("epochs.warmUp=steady", "\"steady\"")]
    [InlineData("epochs.warmUp=3", "3")]
    public void A_warm_up_is_written_as_it_is_read(string entry, string expected)
    {
        var scenario = ScenarioLoader.Parse(Minimal, "file.json", [entry]);
        var text = JsonSerializer.Serialize(scenario, ScenarioJson.Default.Scenario);
        Assert.Equal(expected, JsonNode.Parse(text)!["epochs"]!["warmUp"]!.ToJsonString());
        Assert.Equal(scenario.Epochs, JsonSerializer.Deserialize(text, ScenarioJson.Default.Scenario)!.Epochs);
    }

    [Fact]
    public void Overrides_reach_every_path_and_are_checked_like_the_file()
    {
        var scenario = ScenarioLoader.Parse(
            Minimal,
            "file.json",
            [
                "load.concurrency=48",
                "target.launch.Preset=full",
                "target.launch.Gateway.LegacyStatus=true",
                "workload.cart.items=[1,2]",
                "workload.cart.items.1=3",
            ]);
        Assert.Equal(48, scenario.Load.Concurrency);
        Assert.Equal([1, 3], scenario.Workload.Cart.Items);
        Assert.Equal(
            [new("Marketplace:Preset", "full"), new("Marketplace:Gateway:LegacyStatus", "true")],
            LaunchSettings.ForSilo(scenario, []));

        var error = Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(Minimal, "file.json", ["load.speed=3"]));
        Assert.Contains("$.load.speed: unknown member", error.Message, StringComparison.Ordinal);
        Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(Minimal, "file.json", ["load.concurrency"]));
        Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(Minimal, "file.json", ["name.first=3"]));
    }

    [Theory]
    [InlineData("target.launch.Preset=null", "null")]
    [InlineData("target.launch.Preset=\"null\"", "null")]
    [InlineData("target.launch.Cluster.SiloName=null", null)]
    public void A_setting_of_the_silo_that_reads_null_is_a_text(string entry, string? preset)
    {
        var launch = ScenarioLoader.Parse(Minimal, "file.json", [entry]).Target.Launch!;
        Assert.Equal(preset, launch["Preset"]?.GetValue<string>());
        Assert.Equal("null", Assert.Single(SettingsNode.Flatten(launch, "")).Value);
    }

    [Theory]
    [InlineData("name=null", "null")]
    [InlineData("name=2026", "2026")]
    [InlineData("name=\"2026\"", "2026")]
    [InlineData("name=[1]", "[1]")]
    public void Where_a_text_is_due_the_value_of_an_override_is_one(string entry, string name) =>
        Assert.Equal(name, ScenarioLoader.Parse(Minimal, "file.json", [entry]).Name);

    [Fact]
    public void Null_is_no_value_of_anything_else()
    {
        var error = Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(Minimal, "file.json", ["load.concurrency=null"]));
        Assert.Contains("$.load.concurrency: expected a whole number", error.Message, StringComparison.Ordinal);
        Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(Minimal, "file.json", ["target.launch=null"]));
    }

    [Fact]
    public void Payment_acceptance_becomes_a_setting_of_a_launched_silo()
    {
        var scenario = ScenarioLoader.Parse(Minimal, "file.json", ["workload.paymentAcceptance=0.9"]);
        Assert.Equal([new("Marketplace:PaymentProvider:DeclineRate", "0.1")], LaunchSettings.ForSilo(scenario, []));
    }

    [Fact]
    public void The_schema_names_every_member_of_the_scenario_types_and_no_other() =>
        AssertSame(typeof(Scenario), ScenarioSchema.Root, "$");

    [Fact]
    public void The_committed_schema_is_the_one_that_the_driver_prints() =>
        Assert.Equal(
            File.ReadAllText(Repository.File("config", "scenario.schema.json")).Trim(),
            ScenarioSchema.ToJsonSchema().ReplaceLineEndings("\n"));

    [Fact]
    public void Every_committed_scenario_loads_and_points_editors_to_the_schema()
    {
        var files = Directory.GetFiles(Repository.File("config"), "*.json")
            .Where(file => !file.EndsWith(".schema.json", StringComparison.Ordinal)).ToList();
        Assert.Contains(files, file => Path.GetFileName(file) == "quickstart.json");
        Assert.All(files, file =>
        {
            var scenario = ScenarioLoader.Load(file, []);
            Assert.Equal(Path.GetFileNameWithoutExtension(file), scenario.Name);
            Assert.Equal("./scenario.schema.json", scenario.Schema);
        });
    }

    [Fact]
    public void The_reference_page_has_every_member()
    {
        var page = File.ReadAllText(Repository.File("docs", "scenarios.md"));
        AssertDocumented(ScenarioSchema.Root, "", page);
    }

    private static void AssertDocumented(ObjectNode node, string prefix, string page)
    {
        foreach (var member in node.Members.Where(member => member.Name != "$schema"))
        {
            if (member.Node is ObjectNode nested)
                AssertDocumented(nested, $"{prefix}{member.Name}.", page);
            else
                Assert.Contains($"`{prefix}{member.Name}`", page, StringComparison.Ordinal);
        }
    }

    private static void AssertSame(Type type, ObjectNode node, string path)
    {
        var properties = type.GetProperties(BindingFlags.Instance | BindingFlags.Public);
        var names = properties.ToDictionary(
            property => property.Name == "Schema" ? "$schema" : JsonNamingPolicy.CamelCase.ConvertName(property.Name));
        Assert.Equal(names.Keys.Order(), node.Members.Select(member => member.Name).Order());
        foreach (var member in node.Members)
        {
            if (member.Node is ObjectNode nested) AssertSame(names[member.Name].PropertyType, nested, $"{path}.{member.Name}");
            if (member.DefaultValue() is { } value) Assert.NotNull(member.Node.Check(value, path));
        }

        Assert.IsType<JsonObject>(node.ToJsonSchema());
    }
}
