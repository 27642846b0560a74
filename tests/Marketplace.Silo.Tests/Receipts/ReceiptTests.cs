using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Xunit;

namespace Marketplace.Silo.Tests.Receipts;

/// <summary>Transactions that are acknowledged at once, and their receipts.</summary>
public class ReceiptTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 60_000)]
    public async Task A_checkout_is_acknowledged_before_it_is_done_and_its_receipt_comes_when_it_is()
    {
        var payment = new HeldPayment();
        await using var silo = await ReceiptSilo.Start(payment);
        await silo.Add(7, Bodies.Item(1, 2));
        Assert.Equal("""{"tid":"r-1"}""", (await silo.CheckOut(7, "r-1", 202))!.ToJsonString());
        await payment.Arrived;
        Assert.Empty(await silo.Ask(wait: 0));
        Assert.Equal((1, 0), (silo.Accepted().InFlight, silo.Accepted().Receipts.Uncollected));

        var asked = silo.Ask();
        Assert.False(asked.IsCompleted);
        payment.Release();
        var receipt = Assert.Single(await asked);
        var order = (await silo.Expect(200, HttpMethod.Get, "/order/7/1"))!["order"]!;
        Assert.Equal(
            ("r-1", 0, 7, 0, "shipment", "committed", 1, 1, (string?)order["invoice_number"], (decimal)order["total_invoice"]!),
            (ReceiptSilo.Tid(receipt), (int)receipt["type"]!, (int)receipt["actorId"]!, (int)receipt["status"]!, (string)receipt["source"]!,
                ReceiptSilo.Outcome(receipt), (int)receipt["orderId"]!, (int)receipt["countItems"]!,
                (string)receipt["invoiceNumber"]!, (decimal)receipt["totalInvoice"]!));
        Assert.All(["reason", "detail", "version", "sequence", "sellers", "packages"], member => Assert.Null(receipt[member]));
    }

    [Fact(Timeout = 60_000)]
    public async Task Every_kind_of_transaction_has_a_receipt_that_says_what_its_answer_would_have_said()
    {
        await using var silo = await ReceiptSilo.Start(null);
        await silo.Buy(1, "1");
        await silo.Collect(1);
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "2"));
        var update = Assert.Single(await silo.Ask(null));
        await silo.Expect(202, HttpMethod.Put, "/product", Bodies.Product(2, 2, version: "3"));
        await silo.Expect(202, HttpMethod.Patch, "/shipment/4");
        using (var request = new HttpRequestMessage(HttpMethod.Delete, "/product/3/3") { Headers = { { "X-Transaction-Id", "5" } } })
        using (var answer = await silo.Client.SendAsync(request, Cancellation))
        {
            Assert.Equal((202, """{"tid":"5"}"""), ((int)answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancellation)));
        }

        var receipts = await silo.Collect(3);
        Assert.Equal(
            [
                """{"tid":"2","type":2,"actorId":1,"status":0,"source":"product","outcome":"committed","version":"0","sequence":1}""",
                """{"tid":"3","type":3,"actorId":2,"status":0,"source":"product","outcome":"committed","version":"3","sequence":1}""",
                """{"tid":"4","type":4,"actorId":0,"status":0,"source":"shipment","outcome":"committed","sellers":1,"packages":1}""",
                """{"tid":"5","type":3,"actorId":3,"status":0,"source":"product","outcome":"committed","version":"0","sequence":1}""",
            ],
            receipts.Prepend(update).Select(receipt => receipt.ToJsonString())
                .Select(text => "{" + text[text.IndexOf("\"tid", StringComparison.Ordinal)..]));
        await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1");
        Assert.Empty(await silo.Ask(wait: 0));
    }

    [Fact(Timeout = 60_000)]
    public async Task What_is_refused_says_why()
    {
        await using var silo = await ReceiptSilo.Start(null, "PaymentProvider:DeclineRate=1");
        await silo.Buy(1, "1", quantity: 101);
        await silo.Buy(2, "2");
        await silo.CheckOut(3, "3", 202);
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "4", version: "x"));
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(9, 9, "5"));
        var receipts = await silo.Collect(5);
        Assert.Equal(
            [
                "3 stock rejected out-of-stock", "3 payment payment-failed payment-declined", "3 cart refused empty-cart",
                "3 product rejected version-not-current", "3 product refused unknown-product",
            ],
            receipts.Select(receipt => $"{receipt["status"]} {receipt["source"]} {receipt["outcome"]} {receipt["reason"]}"));
        Assert.All(receipts, receipt => Assert.EndsWith(".", (string)receipt["detail"]!, StringComparison.Ordinal));
        Assert.Equal((0, 1), ((int)receipts[0]["orderId"]!, (int)receipts[1]["orderId"]!));
    }

    [Theory(Timeout = 60_000)]
    [InlineData("none", 1, "failed", "internal-error")]
    [InlineData("locking", 2, "aborted", "aborted")]
    public async Task A_transaction_that_fails_has_a_receipt_too(string protocol, int status, string outcome, string reason)
    {
        var payment = new HeldPayment { Failure = new InvalidOperationException("This payment fails on purpose.") };
        await using var silo = await ReceiptSilo.Start(payment, $"Protocol={protocol}", "Protocol:Retries=0");
        await silo.Buy(1, "1");
        var receipt = Assert.Single(await silo.Collect(1));
        Assert.Equal(
            (status, outcome, reason), ((int)receipt["status"]!, ReceiptSilo.Outcome(receipt), (string)receipt["reason"]!));
        Assert.NotEqual("", (string)receipt["detail"]!);
        Assert.Null(receipt["orderId"]);
    }

    [Fact(Timeout = 60_000)]
    public async Task Bad_input_is_refused_at_once_and_has_no_receipt()
    {
        await using var silo = await ReceiptSilo.Start(null);
        await silo.Expect(400, HttpMethod.Post, "/cart/1/checkout", Bodies.Checkout(2, "1"));
        await silo.Expect(400, HttpMethod.Post, "/cart/0/checkout", Bodies.Checkout(0, "1"));
        await silo.Expect(400, HttpMethod.Patch, "/product", "{}");
        await silo.Expect(400, HttpMethod.Put, "/product", "nonsense");
        await silo.Expect(400, HttpMethod.Delete, "/product/x/1");
        await silo.Expect(400, HttpMethod.Patch, "/shipment/" + new string('x', 200));
        Assert.Empty(await silo.Ask(wait: 0));
        Assert.Equal(0, silo.Accepted().InFlight);
    }

    [Fact(Timeout = 60_000)]
    public async Task So_many_are_in_flight_and_no_more()
    {
        var payment = new HeldPayment();
        await using var silo = await ReceiptSilo.Start(payment, "Results:MaxInFlight=2");
        await silo.Buy(1, "1");
        await silo.Buy(2, "2");
        await Refused(silo, "too-many-in-flight");
        payment.Release();
        await silo.Collect(2);
        await silo.Expect(202, HttpMethod.Patch, "/shipment/4");
        await silo.Collect(1);
    }

    [Fact(Timeout = 60_000)]
    public async Task So_many_results_wait_to_be_collected_and_no_more()
    {
        await using var silo = await ReceiptSilo.Start(null, "Results:MaxUncollected=3");
        for (var i = 0; i < 3; i++)
            await silo.Expect(202, HttpMethod.Patch, $"/shipment/{i}");

        await Refused(silo, "results-not-collected");
        var receipts = new List<JsonNode>();
        while (receipts.Count < 3)
            receipts = await silo.Ask();

        // They were handed out, and nobody has said that they came.
        await Refused(silo, "results-not-collected");
        await silo.Ask(ReceiptSilo.Id(receipts[1]), wait: 0);
        await silo.Expect(202, HttpMethod.Patch, "/shipment/5");
        await silo.Expect(202, HttpMethod.Patch, "/shipment/6");
        await Refused(silo, "results-not-collected");
        Assert.Equal([ReceiptSilo.Tid(receipts[2]), "5", "6"], (await silo.Collect(3)).Select(ReceiptSilo.Tid));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_reset_waits_for_what_is_in_flight_and_drops_the_receipts()
    {
        var payment = new HeldPayment();
        await using var silo = await ReceiptSilo.Start(payment);
        await silo.Buy(1, "1");
        await payment.Arrived;
        var reset = silo.Expect(200, HttpMethod.Patch, "/reset");
        while (!silo.Accepted().IsClosed)
            await Task.Yield();

        Assert.Equal("not-ready", (string?)(await silo.Expect(503, HttpMethod.Get, "/healthz/ready"))!["type"]);
        var late = silo.Expect(202, HttpMethod.Patch, "/shipment/2");
        Assert.False(reset.IsCompleted);
        payment.Release();
        await reset;
        await late;
        Assert.Equal("2", ReceiptSilo.Tid(Assert.Single(await silo.Ask())));
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/order/1"))!.AsArray());
        await silo.Expect(200, HttpMethod.Patch, "/cleanup");
        Assert.Empty(await silo.Ask(wait: 0));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_reset_that_waits_too_long_does_nothing()
    {
        var payment = new HeldPayment();
        await using var silo = await ReceiptSilo.Start(payment, "Gateway:DrainTimeout=00:00:02");
        await silo.Buy(1, "1");
        await payment.Arrived;
        await silo.Expect(503, HttpMethod.Patch, "/reset");
        payment.Release();
        Assert.Equal("committed", ReceiptSilo.Outcome(Assert.Single(await silo.Collect(1))));
        await silo.Expect(200, HttpMethod.Patch, "/reset");
    }

    [Fact(Timeout = 60_000)]
    public async Task A_stop_ends_what_was_accepted_and_whoever_collects_gets_its_receipts()
    {
        var payment = new HeldPayment();
        await using var silo = await ReceiptSilo.Start(payment);
        await silo.Buy(1, "1");
        await payment.Arrived;
        var asked = silo.Ask();
        var stop = silo.App.StopAsync(Cancellation);
        Assert.Equal("stopping", await RefusalOf(silo));
        Assert.False(stop.IsCompleted);
        payment.Release();
        var receipt = Assert.Single(await asked);
        Assert.Equal(("1", "committed"), (ReceiptSilo.Tid(receipt), ReceiptSilo.Outcome(receipt)));
        await stop;

        // Its port is closed by now, or will be in a moment; whoever asked before that is not kept waiting.
        Assert.Empty(await silo.Accepted().Receipts.Read(ReceiptSilo.Id(receipt), TimeSpan.FromMinutes(5), Cancellation));
    }

    [Fact(Timeout = 60_000)]
    public async Task Where_results_are_in_the_responses_there_are_none_to_collect()
    {
        await using var silo = await RunningSilo.StartWithData();
        Assert.Equal("no-receipts", (string?)(await silo.Expect(404, HttpMethod.Get, "/receipts"))!["type"]);
        await silo.Expect(404, HttpMethod.Get, "/receipts/stream");
    }

    private static async Task Refused(RunningSilo silo, string reason)
    {
        using var answer = await silo.Send(HttpMethod.Patch, "/shipment/3", null);
        Assert.Equal((503, TimeSpan.FromSeconds(1)), ((int)answer.StatusCode, answer.Headers.RetryAfter!.Delta));
        Assert.Equal(reason, (string?)JsonNode.Parse(await answer.Content.ReadAsStringAsync(Cancellation))!["type"]);
    }

    private static async Task<string?> RefusalOf(RunningSilo silo) =>
        (string?)(await silo.Expect(503, HttpMethod.Patch, "/shipment/3"))!["type"];
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ReceiptTestsOnLocal : ReceiptTests;
