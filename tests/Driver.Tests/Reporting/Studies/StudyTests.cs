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
            var study = StudyLoader.Load(file, profile, [], static (need, _) => $"there is no {need}");
            Assert.Equal(name, study.Text.Name);
            foreach (var claim in study.Text.Claims.Where(claim => claim.Needs is null))
            {
                var part = study.Parts.SingleOrDefault(part => part.Name == claim.Part);
                if (profile == "paper") Assert.NotNull(part);
                var axes = part?.Sweep?.Axes.ToDictionary(axis => axis.Name, axis => axis.Values.Select(value => value.Label));
                foreach (var (axis, labels) in claim.Of.Concat(claim.To).Concat(claim.Where).Concat(claim.Against))
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
    [InlineData("threads", "of reductions", 19, 258.75)]
    public void The_published_tables_have_their_sums(string name, string table, int cells, double sum)
    {
        var study = StudyLoader.Load(Repository.File("config", "studies", $"{name}.json"), "small", [], static (need, _) => $"no {need}");
        var values = study.Text.Published!.Tables.Single(one => one.Name == table).Values.Values.SelectMany(row => row.Values).ToList();
        Assert.Equal((cells, sum), (values.Count, Math.Round(values.Sum(), 3)));
    }

    // As the text of the publication has them.
    [Fact]
    public void The_published_statements_are_all_there()
    {
        var study = StudyLoader.Load(Repository.File("config", "studies", "documents.json"), "small", [], static (need, _) => $"no {need}");
        Assert.Equal(
            [
                "about 75 %", "20 to 40 %", "15 to 35 % more", "10 to 30 % more", "20 to 40 % more", "15 to 25 % more", "about 20 % more",
                "30 to 40 % more", "about 5 ms lower", "below 50 ms mostly", "up to 250 ms more", "250 ms more", "less than 15 %", "alike",
                "stable, no cliff", "does not grow", "more than 20,000/s", "more than 15,000/s", "more than 10,000/s",
            ],
            study.Text.Published!.Statements.Select(statement => statement.Number));

        // The ratios of MongoDB to PostgreSQL that these come to.
        var ratios = study.Text.Claims.Where(claim => claim.Published is not null).ToDictionary(claim => claim.Id, claim => claim.Published!.Value);
        Assert.Equal(["D1", "D2", "D3", "D4", "D5", "D6", "D7"], ratios.Keys);
        Assert.Equal([1 / 1.35, 1 / 1.15], ratios["D2"].Select(ratio => ratio), Close);
        Assert.Equal([1 / 1.30, 1 / 1.10], ratios["D3"].Select(ratio => ratio), Close);
        Assert.Equal([1 / 1.40, 1 / 1.20], ratios["D4"].Select(ratio => ratio), Close);
        Assert.Equal([1 / 1.25, 1 / 1.15], ratios["D5"].Select(ratio => ratio), Close);
        Assert.Equal([1.2, 1.2], ratios["D6"]);
        Assert.Equal([1.3, 1.4], ratios["D7"]);

        static bool Close(double one, double other) => Math.Abs(one - other) < 1e-4;
    }

    [Theory]
    [InlineData("small", "main", 36, 3)]
    [InlineData("paper", "main", 200, 3)]
    [InlineData("paper", "pool-10", 100, 3)]
    [InlineData("paper", "writes", 40, 3)]
    public void The_grid_of_the_documents_is_that_of_the_publication(string profile, string part, int points, int repeats)
    {
        var study = StudyLoader.Load(Repository.File("config", "studies", "documents.json"), profile, [], static (need, _) => $"no {need}");
        var sweep = study.Parts.Single(one => one.Name == part).Sweep!;
        Assert.Equal((points, repeats), (sweep.Points.Length, sweep.Repeats));
        Assert.Contains("mongodb", study.Parts.Single(one => one.Name == part).NotRun.Keys);
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
        Assert.Contains("mongodb://host:port", (string?)study["parts"]![0]!["notRun"]!["mongodb"], StringComparison.Ordinal);
        var text = await File.ReadAllTextAsync(Path.Combine(output, "study.md"), TestContext.Current.CancellationToken);
        Assert.Contains("| S1 | twice the load", text, StringComparison.Ordinal);
        Assert.Contains("Not run in main: mongodb, because the connection string", text, StringComparison.Ordinal);
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

    /// <summary>The committed study of handlers, with few points of a moment each, in memory.</summary>
    [Fact]
    public async Task Handlers_are_compared_as_the_study_of_threads_says()
    {
        var committed = Repository.File("config", "studies", "threads.json");
        var text = await File.ReadAllTextAsync(committed, TestContext.Current.CancellationToken);
        var study = JsonNode.Parse(text)!;
        study["scenario"] = Repository.File("config", "items.json");
        study["published"] = Repository.File("config", "studies", "published", "threads.json");
        study["set"]!["target.records.Store"] = "memory";
        study["profiles"]!["small"] = JsonNode.Parse(
            """{ "repeats": 1, "set": { "epochs.seconds": 0.2 }, "warmUps": { "runs": 1, "seconds": 0.1 } }""");
        foreach (var operation in new[] { "POST", "DELETE" })
            study["axes"]!["operation"]!.AsObject().Remove(operation);
        study["parts"]!["as-published"]!["arms"] = new JsonArray("async", "thread");
        study["parts"]!["driver"]!["set"]!["epochs.seconds"] = 0.2;
        study["parts"]!.AsObject().Remove("blocking");
        study["claims"] = new JsonArray([.. study["claims"]!.AsArray().Where(Has).Select(claim => claim!.DeepClone())]);
        var (file, output) = (_host.Folder.File("threads.json"), _host.Folder.File("study"));
        await File.WriteAllTextAsync(file, study.ToJsonString(), TestContext.Current.CancellationToken);
        Assert.Equal((ExitCode.Done, ""), (await _host.Run("study", file, "--output", output, "--quiet"), _host.Error));

        // Two operations by two handlers, and one operation by two kinds of worker.
        Assert.Equal(6, _host.Out.Split('\n').Count(line => line.Contains("warming", StringComparison.Ordinal)));
        var results = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(output, "study.json"), TestContext.Current.CancellationToken))!;
        Assert.Equal(
            ["undecided", "undecided", "undecided", "not run", "not run", "undecided", "undecided"],
            results["claims"]!.AsArray().Select(claim => (string)claim!["verdict"]!));
        var report = await File.ReadAllTextAsync(Path.Combine(output, "study.md"), TestContext.Current.CancellationToken);
        Assert.Contains("| PostgreSQL | 14.83 / ", report, StringComparison.Ordinal);
        Assert.Contains("| difference, µs |", report, StringComparison.Ordinal);
        Assert.Contains("threadsPeak", report, StringComparison.Ordinal);

        static bool Has(JsonNode? claim) => (string)claim!["part"]! != "blocking"
            && (string?)claim["where"]?["operation"] is null or "GET" or "PUT";
    }

    [Fact]
    public async Task Settings_that_a_target_would_refuse_are_found_before_the_first_run()
    {
        var output = _host.Folder.File("study");
        Assert.Equal(ExitCode.Usage, await _host.Run("study", Write(), "--set", "target.records.Pool=0", "--output", output, "--quiet"));
        Assert.Contains("Records:Pool expected a number from 1 to 1000", _host.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(output));
    }

    [Theory]
    [InlineData("\"part\": \"none\"", "$.claims[0].part")]
    [InlineData("\"kind\": \"bound\"", "$.claims[0].bound")]
    [InlineData("\"id\": \"S2\"", "$.claims[1].id")]
    public void A_claim_that_nothing_tests_is_an_error(string member, string path)
    {
        var file = Write(member);
        var error = Assert.Throws<ScenarioException>(() => StudyLoader.Load(file, "small", [], static (_, _) => null));
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
              "arms": { "memory": {}, "mongodb": { "needs": "mongodb", "set": { "target.records.MongoDb": "nowhere" } } },
              "axes": { "load.rate": [50, 150] },
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
