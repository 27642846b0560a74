using System.Text;
using System.Text.Json.Nodes;
using Marketplace.Silo.Gateway.OpenApi;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.EndToEnd.Examples;

/// <summary>The examples that take no more than seconds are run: the driver's steps one by one, requests, and queries.</summary>
public sealed class RunExampleTests(PostgresFixture postgres)
{
    private const string Silo = "http://localhost:8081";

    private static readonly string Root = Path.GetDirectoryName(Path.GetDirectoryName(Programs.Config("quickstart.json")))!;

    // Enough to see each step work.
    private static readonly string[] Short = ["--set", "load.operations=200", "--set", "data.sizeFactor=0.02", "--set", "epochs.warmUp=0"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 180_000)]
    public async Task Steps_requests_and_queries_work_on_one_silo_with_its_state_in_tables()
    {
        var database = await postgres.CreateDatabase();
        await using var silo = await Start(
            "--Marketplace:Storage=postgres", "--Marketplace:Storage:Layout=relations", $"--Marketplace:Postgres={database}");
        using var run = new RunFolder();

        var steps = Commands("docs/scenarios.md").Where(static command =>
            command.Words[0] == "driver" && command.Words[1] is not ("run" or "generate")).ToList();
        Assert.Equal(
            ["ingest", "check", "submit", "audit", "clean", "clean", "ingest", "submit", "submit", "merge", "audit"],
            steps.Select(static step => step.Words[1]));
        foreach (var step in steps)
            await Drive(step.Words[1..], silo.Url, run);

        await Send("docs/architecture.md", silo.Url);
        await Query(database, await postgres.CreateDatabase());
    }

    [Fact(Timeout = 180_000)]
    public async Task Receipts_are_collected_as_their_page_shows()
    {
        await using var silo = await Start("--Marketplace:Results=egress");
        await Send("docs/receipts.md", silo.Url);
    }

    [Fact(Timeout = 180_000)]
    public async Task The_requests_of_the_API_s_page_work_one_after_the_other_and_are_those_of_its_document()
    {
        await using var silo = await Start();
        await Send("docs/api.md", silo.Url);

        var documented = ApiExamples.All.Where(static example => !example.Path.StartsWith("/receipts", StringComparison.Ordinal))
            .Select(static example => $"{example.Path} {example.Body?.ToJsonString()}");
        var shown = Requests("docs/api.md").Where(static request => request.Path is not ("/metrics" or "/healthz/ready")).Select(static request =>
            $"{request.Path} {Json(request)?.ToJsonString()}");
        Assert.Equal(documented, shown);

        static JsonNode? Json(HttpExample request) => request.Body is null ? null
            : request.ContentType == "application/x-ndjson" ? new JsonArray(JsonNode.Parse(request.Body))
            : JsonNode.Parse(request.Body);
    }

    [Fact(Timeout = 180_000)]
    public async Task The_queries_of_their_page_have_answers_in_a_run_that_keeps_what_it_recorded()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "quickstart.json", [
            .. InProcessDriver.Operations(1500), "audit.keep=true", "target.launch.Recording=full", "target.launch.Replication=eventual",
            "workload.mix={\"checkout\":50,\"priceUpdate\":20,\"productDelete\":5,\"updateDelivery\":20,\"dashboard\":5}",

            // Prices change while their products are in carts, whatever the speed.
            "workload.sellers={\"distribution\":\"zipfian\",\"exponent\":1.2}", "workload.products={\"distribution\":\"zipfian\",\"exponent\":1.2}"]);
        Assert.True(exitCode == 0, output);

        var queries = Blocks("docs/queries.md").Where(static block => block.Language == "sql").ToList();
        Assert.Equal(10, queries.Count);
        foreach (var query in queries)
        {
            using var answer = new StringWriter();
            var code = await InProcessDriver.Run(answer, Cancellation, ["query", run.Results, query.Text, "--csv"]);
            var lines = answer.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).SkipWhile(static line => !line.Contains(','));
            Assert.True(code == 0 && lines.Count() > 1, $"{query.Text}: {code}\n{answer}");
        }
    }

    [Fact]
    public void Requests_and_queries_stand_on_no_page_that_is_not_run()
    {
        var requests = Example.Pages(Root).Where(static page => Commands(page).Any(static command => command.Words[0] == "curl"));
        Assert.Equal(["docs/api.md", "docs/architecture.md", "docs/receipts.md"], requests);
        var queries = Example.Pages(Root).Where(static page => Blocks(page).Any(static block => block.Language == "sql"));
        Assert.Equal(["docs/queries.md", "docs/storage.md"], queries);
    }

    private static Task<InProcessSilo> Start(params string[] settings) => InProcessSilo.Start(
        static _ => { }, [.. settings, "--Logging:LogLevel:Default=Error"], Cancellation);

    private static async Task Drive(string[] arguments, Uri silo, RunFolder run)
    {
        // The steps are run one after the other: what begins at a common time begins at once.
        if (Array.IndexOf(arguments, "--start-at") is >= 0 and var start)
            arguments = [.. arguments[..start], .. arguments[(start + 2)..]];
        var shortened = arguments[1].EndsWith(".json", StringComparison.Ordinal) ? Short : [];
        using var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(
            output, Cancellation, [.. arguments.Select(Here), .. shortened]);
        Assert.True(exitCode == 0, $"driver {string.Join(' ', arguments)}: {exitCode}\n{output}");

        string Here(string argument) => argument switch
        {
            Silo => silo.ToString(),
            "runs/by-hand" => run.Results,
            _ when argument.StartsWith("runs/", StringComparison.Ordinal) => run.Of(Path.GetFileName(argument)),
            _ when argument.StartsWith("config/", StringComparison.Ordinal) => Path.Combine(Root, argument),
            _ => argument,
        };
    }

    private static async Task Send(string page, Uri silo)
    {
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = silo };
        Assert.NotEmpty(Requests(page));
        foreach (var example in Requests(page))
        {
            using var request = new HttpRequestMessage(new HttpMethod(example.Method), example.Path);
            request.Content = example.Body is null ? null : new StringContent(example.Body, Encoding.UTF8, example.ContentType);
            using var answer = await client.SendAsync(request, Cancellation);
            var text = await answer.Content.ReadAsStringAsync(Cancellation);
            Assert.True(answer.IsSuccessStatusCode, $"{example.Method} {example.Path}: {answer.StatusCode} {text}");
        }
    }

    // What makes roles is for a database without a silo, and is rolled back: roles belong to the whole server.
    private static async Task Query(string database, string empty)
    {
        foreach (var sql in Blocks("docs/storage.md").Where(static block => block.Language == "sql"))
        {
            await using var connection = new NpgsqlConnection(sql.Text.StartsWith("CREATE", StringComparison.Ordinal) ? empty : database);
            await connection.OpenAsync(Cancellation);
            await using var transaction = await connection.BeginTransactionAsync(Cancellation);
            await using var command = new NpgsqlCommand(sql.Text, connection, transaction);
            await command.ExecuteNonQueryAsync(Cancellation);
        }
    }

    private static IEnumerable<HttpExample> Requests(string page) =>
        Commands(page).Where(static command => command.Words[0] == "curl").Select(static command => HttpExample.Read(command.Words)!);

    private static IEnumerable<Example> Blocks(string page) => Example.Blocks(page, File.ReadAllLines(Path.Combine(Root, page)));

    private static IEnumerable<ShellCommand> Commands(string page) =>
        Blocks(page).Where(static block => block.Language == Example.Shell).SelectMany(static block => ShellCommand.Read(block.Text));
}
