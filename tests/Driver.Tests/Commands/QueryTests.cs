using System.IO.Compression;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class QueryTests : IDisposable
{
    private readonly TestHost _host = new();

    private string Folder => _host.Folder.File("run");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task A_run_answers_questions_about_its_operations_its_series_and_its_audit()
    {
        await MakeRun();
        var summary = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(Folder, "summary.json"), Cancellation))!;
        var kinds = summary["transactions"]!.AsObject().Select(kind => (kind.Key, kind.Value!["submitted"]!.GetValue<long>())).Order();
        var counted = await Json("SELECT kind, count(*) AS n FROM operations WHERE kind NOT IN ('add', 'seal') GROUP BY kind ORDER BY kind");
        Assert.Equal(kinds, counted.Select(row => (row!["kind"]!.GetValue<string>(), row["n"]!.GetValue<long>())));

        var items = await Json("SELECT count(*) AS sent, (SELECT sum(items) FROM operations WHERE kind = 'checkout') AS told FROM sent_items");
        Assert.Equal(items[0]!["told"]!.GetValue<long>(), items[0]!["sent"]!.GetValue<long>());
        var series = File.ReadLines(Path.Combine(Folder, "timeseries.csv")).Count() - 1;
        Assert.Equal(series, (await Json("SELECT count(*) AS n FROM series"))[0]!["n"]!.GetValue<int>());
        Assert.Equal(200, (await Json("SELECT sum(count)::BIGINT AS n FROM latencies"))[0]!["n"]!.GetValue<int>());
        Assert.Equal("test", (await Json("FROM run"))[0]!["name"]!.GetValue<string>());
        Assert.Empty(await Json("FROM orders"));
    }

    [Fact]
    public async Task Answers_are_tables_CSV_or_JSON()
    {
        await MakeRun();
        const string sql = "SELECT 'a, \"b\"' AS text, 1.50::DECIMAL(38,2) AS money, NULL AS nothing, "
            + "TIMESTAMP '2026-01-02 03:04:05.5' AS time, [1, 2] AS list";
        Assert.Equal(ExitCode.Done, await _host.Run("query", Folder, sql, "--csv"));
        Assert.Contains("text,money,nothing,time,list\n\"a, \"\"b\"\"\",1.5,,2026-01-02 03:04:05.5,\"[1,2]\"\n", Printed(), StringComparison.Ordinal);

        var row = (await Json(sql))[0]!;
        Assert.Equal(
            ("a, \"b\"", 1.5m, 2), (row["text"]!.GetValue<string>(), row["money"]!.GetValue<decimal>(), row["list"]!.AsArray().Count));
        Assert.Null(row["nothing"]);

        Assert.Equal(ExitCode.Done, await _host.Run("query", Folder, "SELECT 7 AS number, 'word' AS text UNION ALL SELECT 1000, 'x'"));
        Assert.EndsWith("number  text\n------  ----\n     7  word\n  1000  x\n(2 rows)\n", Printed(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_can_t_be_asked_ends_with_exit_code_2_and_its_reason()
    {
        Assert.Equal(ExitCode.Usage, await _host.Run("query", Folder, "FROM run"));
        Assert.Contains("run is not the folder of a run.", _host.Error, StringComparison.Ordinal);
        await MakeRun();
        Assert.Equal(ExitCode.Usage, await _host.Run("query", Folder, "SELECT colour FROM operations"));
        Assert.Contains("Referenced column \"colour\" not found", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await _host.Run("query", Folder, "DELETE FROM operations"));
        Assert.Contains("read-only", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await _host.Run("query", Folder, "FROM run", "--csv", "--json"));
    }

    [Fact]
    public async Task Facts_that_were_kept_are_tables_whose_money_is_exact_and_newer_ones_replace_them()
    {
        await MakeRun();
        Assert.Empty(await Json("FROM orders"));
        var made = File.GetLastWriteTimeUtc(Path.Combine(Folder, "run.duckdb"));

        const decimal invoice = 123_456_789_012_345_678.91m;
        await Keep("orders", EntityJson.Default.OrderExport, [Order(1, invoice), Order(2, invoice), Order(3, 0.01m)]);
        await Keep("history", EntityJson.Default.TransactionExport, [
            new TransactionExport("t-1", "checkout", 1, AttemptOutcome.Aborted, "conflict", null, null),
            new TransactionExport("t-1", "checkout", 2, AttemptOutcome.Committed, null, ["stock/3/7@11"], ["stock/3/7@12", "cart/5@1"])]);
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Folder, "facts"), "*", SearchOption.AllDirectories))
            File.SetLastWriteTimeUtc(file, made.AddSeconds(5));

        var sums = (await Json("SELECT sum(total_invoice) AS sum, count(*) AS n, max(attempt) AS attempt FROM orders"))[0]!;
        Assert.Equal((2 * invoice + 0.01m, 3, 1), (sums["sum"]!.GetValue<decimal>(), sums["n"]!.GetValue<int>(), sums["attempt"]!.GetValue<int>()));
        var lines = await Json("SELECT customer_id, order_id, total_amount FROM order_items ORDER BY ALL");
        Assert.Equal([1, 2, 3], lines.Select(line => line!["order_id"]!.GetValue<int>()));
        var accesses = await Json("SELECT number, service, object, version, is_write FROM accesses ORDER BY ALL");
        Assert.Equal(
            ["(2, cart, cart/5, 1, True)", "(2, stock, stock/3/7, 11, False)", "(2, stock, stock/3/7, 12, True)"],
            accesses.Select(row => (row!["number"]!.GetValue<int>(), row["service"]!.GetValue<string>(), row["object"]!.GetValue<string>(),
                row["version"]!.GetValue<int>(), row["is_write"]!.GetValue<bool>()).ToString()));
        Assert.Equal("conflict", (await Json("SELECT cause FROM transactions WHERE outcome = 'Aborted'"))[0]!["cause"]!.GetValue<string>());
    }

    private static OrderExport Order(int id, decimal invoice)
    {
        var time = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
        return new OrderExport(
            $"t-{id}",
            new ReservationId(9, id, 1),
            new Order(id, 9, $"9-20260102-{id}", OrderStatus.Invoiced, time, null, null, null, time, 1, time, time, invoice, 0, 0, invoice, invoice),
            [new OrderItem(id, 1, 7, "chair", 3, invoice, time, 0, 1, invoice, invoice, 0)],
            []);
    }

    private async Task Keep<T>(string export, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type, IEnumerable<T> records)
    {
        var folder = Directory.CreateDirectory(Path.Combine(Folder, "facts", export)).FullName;
        await using var packed = new GZipStream(File.Create(Path.Combine(folder, "00000.ndjson.gz")), CompressionLevel.Fastest);
        foreach (var record in records)
        {
            await JsonSerializer.SerializeAsync(packed, record, type, Cancellation);
            packed.WriteByte((byte)'\n');
        }
    }

    private async Task MakeRun()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await _host.Run("run", _host.Scenario(), "--target", stub.Url.ToString(), "--output", Folder));
    }

    private async Task<JsonArray> Json(string sql)
    {
        var before = Printed().Length;
        Assert.Equal(ExitCode.Done, await _host.Run("query", Folder, sql, "--json"));
        return JsonNode.Parse(Printed()[before..])!.AsArray();
    }

    private string Printed() => _host.Out.ReplaceLineEndings("\n");
}
