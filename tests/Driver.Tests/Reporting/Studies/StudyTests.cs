using System.Text.Json.Nodes;
using System.Xml.Linq;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Studies;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Studies;

public sealed class StudyTests : IDisposable
{
    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    public static TheoryData<string> Studies() =>
        [.. Directory.GetFiles(Repository.File("config", "studies"), "*.json").Select(Path.GetFileNameWithoutExtension).OfType<string>()];

    [Theory]
    [MemberData(nameof(Studies))]
    public void Every_committed_study_is_read_in_both_profiles_and_each_claim_has_its_points(string name)
    {
        var file = Repository.File("config", "studies", $"{name}.json");
        Assert.Equal("../study.schema.json", (string?)JsonNode.Parse(File.ReadAllText(file))!["$schema"]);
        foreach (var profile in new[] { "small", "paper" })
        {
            var study = StudyLoader.Load(file, profile, [], static need => $"there is no {need}");
            Assert.Equal(name, study.Text.Name);
            foreach (var claim in study.Text.Claims.Where(claim => claim.Needs is null))
            {
                var part = study.Parts.SingleOrDefault(part => part.Name == claim.Part);
                if (profile == "paper") Assert.NotNull(part);
                var axes = part?.Sweep?.Axes.ToDictionary(axis => axis.Name, axis => axis.Values.Select(value => value.Label));
                foreach (var (axis, labels) in claim.Of.Concat(claim.To).Concat(claim.Where))
                    Assert.All(axes is null ? [] : labels, label => Assert.Contains(label, axes![axis]));
            }
        }
    }

    [Fact]
    public void The_committed_schema_is_the_one_that_the_driver_prints() => Assert.Equal(
        File.ReadAllText(Repository.File("config", "study.schema.json")).Trim(), StudySchema.ToJsonSchema().ReplaceLineEndings("\n"));

    // As the publication has them.
    [Theory]
    [InlineData("pools", "I", 9, 31780.937)]
    [InlineData("pools", "II", 9, 26142.338)]
    [InlineData("pools", "III", 9, 690.981)]
    [InlineData("pools", "IV", 9, 196.023)]
    [InlineData("persistence", "2", 15, 1658.18)]
    [InlineData("persistence", "3", 15, 5332.79)]
    [InlineData("persistence", "4", 15, 673.78)]
    [InlineData("persistence", "5", 15, 16311.99)]
    public void The_published_tables_have_their_sums(string name, string table, int cells, double sum)
    {
        var study = StudyLoader.Load(Repository.File("config", "studies", $"{name}.json"), "small", [], static need => $"no {need}");
        var values = study.Text.Published!.Tables.Single(one => one.Name == table).Values.Values.SelectMany(row => row.Values).ToList();
        Assert.Equal((cells, sum), (values.Count, Math.Round(values.Sum(), 3)));
    }

    [Fact]
    public async Task A_dry_run_names_all_points_and_starts_nothing()
    {
        var output = _host.Folder.File("study");
        Assert.Equal(0, await _host.Run("study", Repository.File("config", "studies", "pools.json"), "--dry-run", "--output", output));
        Assert.Contains("18 points, 5 repeats: 90 runs", _host.Out, StringComparison.Ordinal);
        Assert.Contains("  18: 3, 10, 2000", _host.Out, StringComparison.Ordinal);
        Assert.False(Directory.Exists(output));
    }

    [Fact]
    public async Task A_study_is_run_judged_and_reported_and_its_report_can_be_written_again()
    {
        var (file, output) = (Write(), _host.Folder.File("study"));
        Assert.Equal((ExitCode.Done, ""), (await _host.Run("study", file, "--output", output, "--quiet"), _host.Error));

        var study = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(output, "study.json"), TestContext.Current.CancellationToken))!;

        // On a machine that stalls a run may not count.
        var verdicts = study["claims"]!.AsArray().Select(claim => claim!["verdict"]!.GetValue<string>()).ToList();
        Assert.Contains(verdicts[0], new[] { "confirmed", "undecided" });
        Assert.Equal("not run", verdicts[1]);
        Assert.Equal("there is no mongodb", (string?)study["parts"]![0]!["notRun"]!["mongodb"]);
        var text = await File.ReadAllTextAsync(Path.Combine(output, "study.md"), TestContext.Current.CancellationToken);
        Assert.Contains("| S1 | twice the load", text, StringComparison.Ordinal);
        Assert.Contains("Not run in main: mongodb, because there is no mongodb.", text, StringComparison.Ordinal);
        Assert.Contains("4.00 / ", text, StringComparison.Ordinal);
        var page = XDocument.Parse(await File.ReadAllTextAsync(Path.Combine(output, "study.html"), TestContext.Current.CancellationToken));
        Assert.Contains(page.Descendants(), element => element.Name.LocalName == "svg");
        Assert.NotEmpty(Directory.GetFiles(Path.Combine(output, "plots"), "*.svg"));

        Assert.Equal(0, await _host.Run("report", "--output", output));
        Assert.Equal(text, await File.ReadAllTextAsync(Path.Combine(output, "study.md"), TestContext.Current.CancellationToken));
        Assert.Equal(0, await _host.Run("study", file, "--output", output, "--quiet"));
        Assert.Equal(6, _host.Out.Split('\n').Count(line => line.Contains("done before", StringComparison.Ordinal)));
        Assert.Equal(text, await File.ReadAllTextAsync(Path.Combine(output, "study.md"), TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("\"part\": \"none\"", "$.claims[0].part")]
    [InlineData("\"kind\": \"bound\"", "$.claims[0].bound")]
    [InlineData("\"id\": \"S2\"", "$.claims[1].id")]
    public void A_claim_that_nothing_tests_is_an_error(string member, string path)
    {
        var file = Write(member);
        var error = Assert.Throws<ScenarioException>(() => StudyLoader.Load(file, "small", [], static _ => null));
        Assert.Contains(path, error.Message, StringComparison.Ordinal);
    }

    private string Write(string member = "\"kind\": \"more\"")
    {
        File.WriteAllText(
            _host.Folder.File("scenario.json"),
            """
            { "name": "records", "target": { "records": { "Store": "memory", "Rows": 10 } }, "workload": { "kind": "roles" },
              "epochs": { "count": 1, "seconds": 0.2, "warmUp": 0 } }
            """);
        File.WriteAllText(
            _host.Folder.File("published.json"),
            """
            { "title": "made up", "remarks": ["it is made up"], "tables": [ { "name": "1", "title": "throughput", "figure": "throughput",
              "rows": "arm", "columns": "load.rate", "baseline": "memory", "values": { "memory": { "50": 4, "150": 8 } } } ] }
            """);
        var file = _host.Folder.File("tiny.json");
        var claim = $$"""{ "id": "S1", "text": "twice the load, twice the throughput", "figure": "throughput", "kind": "more", {{member}}, """;
        File.WriteAllText(
            file,
            $$"""
            { "name": "tiny", "question": "Does it work?", "scenario": "scenario.json", "published": "published.json",
              "arms": { "memory": {}, "mongodb": { "needs": "mongodb" } }, "axes": { "load.rate": [50, 150] },
              "set": { "load.arrivals": "constant", "load.backlog": "send" }, "profiles": { "small": { "repeats": 3 }, "paper": {} },
              "claims": [
                {{claim.Replace("\"kind\": \"more\", \"kind\"", "\"kind\"", StringComparison.Ordinal)
                    .Replace(member.StartsWith("\"id\"", StringComparison.Ordinal) ? "\"id\": \"S1\", " : "\0", "", StringComparison.Ordinal)}}
                  "of": { "load.rate": 150 }, "to": { "load.rate": 50 } },
                { "id": "S2", "text": "MongoDB is faster", "figure": "throughput", "kind": "more", "needs": "mongodb",
                  "of": { "arm": "mongodb" }, "to": { "arm": "memory" } } ] }
            """);
        return file;
    }
}
