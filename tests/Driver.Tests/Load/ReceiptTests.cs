using System.Collections.Concurrent;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

/// <summary>A target that acknowledges transactions before they are done.</summary>
public sealed class ReceiptTests : IAsyncLifetime
{
    private const string DeliveriesOnly =
        """workload.mix={"checkout":0,"priceUpdate":0,"productDelete":0,"updateDelivery":100,"dashboard":0}""";

    private readonly StubLoad _load = new();
    private StubMarketplace _stub = null!;
    private Egress _egress = null!;

    public async ValueTask InitializeAsync()
    {
        _stub = await StubMarketplace.Start();
        _egress = new Egress(_stub);
    }

    public async ValueTask DisposeAsync()
    {
        await _stub.DisposeAsync();
        _load.Dispose();
    }

    [Fact(Timeout = 60_000)]
    public async Task Marks_are_matched_by_tid_and_say_what_an_answer_would_have_said()
    {
        var (load, history) = await Run("load.concurrency=8", "load.operations=600");
        Assert.Equal(600, history.Count);
        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.All(history.OfType<CheckoutOperation>(), checkout => Assert.Equal((1, 12.5m), (checkout.OrderId, checkout.TotalInvoice)));
        Assert.All(history.OfType<PriceUpdateOperation>(), update => Assert.Equal(7, update.Sequence));
        Assert.All(history.OfType<ProductDeleteOperation>(), update => Assert.Equal(7, update.Sequence));
        Assert.All(history.OfType<UpdateDeliveryOperation>(), delivery => Assert.Equal((2, 3), (delivery.Sellers, delivery.Packages)));
        var transactions = history.Count(operation => operation.Kind != OperationKind.Dashboard);
        Assert.Equal(new ReceiptFigures(transactions, 0, 0, 0, 0), load.Receipts);
        Assert.All(history.Where(IsTransaction), operation => Assert.Equal(202, operation.HttpStatus));
        var acknowledged = load.Recorders.Sum(recorder => recorder.Acknowledgement.Count);
        Assert.Equal(transactions, acknowledged);
        Assert.Equal(100, load.Customers.Idle);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_transaction_is_in_flight_until_its_receipt_arrives()
    {
        var (held, most) = (0, 0);
        _egress.ReceiptsOf = (tid, members) =>
        {
            // As many as there are workers are acknowledged, and no more come before one of them has its receipt.
            most = Math.Max(most, Interlocked.Increment(ref held));
            _ = Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System).ContinueWith(
                _ =>
                {
                    Interlocked.Decrement(ref held);
                    _egress.Add(Egress.Receipt(tid, "committed", members));
                },
                TaskScheduler.Default);
            return [];
        };
        var (load, history) = await Run("load.concurrency=4", "load.operations=100");
        Assert.Equal(100, history.Count);
        Assert.InRange(most, 2, 4);
        var second = load.Clock.Frequency;
        Assert.All(history.Where(IsTransaction), operation => Assert.True(operation.Completed - operation.Sent >= second / 100));
        foreach (var sessions in history.OfType<CheckoutOperation>().GroupBy(checkout => checkout.CustomerId))
        {
            var inOrder = sessions.OrderBy(checkout => checkout.Session).ToList();
            Assert.All(inOrder.Zip(inOrder.Skip(1)), pair => Assert.True(pair.First.Completed <= pair.Second.Started));
        }
    }

    [Theory(Timeout = 60_000)]
    [InlineData("rejected", OutcomeClass.Rejected)]
    [InlineData("payment-failed", OutcomeClass.PaymentFailed)]
    [InlineData("aborted", OutcomeClass.Aborted)]
    [InlineData("timed-out", OutcomeClass.TimedOut)]
    [InlineData("failed", OutcomeClass.TransportError)]
    [InlineData("refused", OutcomeClass.DriverFault)]
    internal async Task The_outcome_is_that_of_the_receipt(string word, OutcomeClass outcome)
    {
        _egress.ReceiptsOf = (tid, _) => [Egress.Receipt(tid, word, ",\"orderId\":0,\"detail\":\"a \\\"reason\\\"\",\"reason\":null")];
        var (load, history) = await Run("load.operations=60");
        Assert.All(history.Where(IsTransaction), operation => Assert.Equal(outcome, operation.Outcome));
        var checkouts = history.OfType<CheckoutOperation>().Count();
        Assert.Equal(checkouts, history.OfType<SealOperation>().Count(seal => seal.Reason == SealReason.Failed));
        Assert.Equal(0, load.Receipts!.Missing);
        Assert.Equal(100, load.Customers.Idle);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_result_that_never_comes_is_missing_and_the_run_goes_on()
    {
        var count = 0;
        _egress.ReceiptsOf = (tid, members) => Interlocked.Increment(ref count) % 10 == 0 ? [] : [Egress.Receipt(tid, "committed", members)];
        var (load, history) = await Run("load.operations=100", "load.requestTimeout=2");
        var missing = history.Where(operation => operation.Outcome == OutcomeClass.TimedOut).ToList();
        Assert.Equal(100, history.Count(operation => operation.Kind != OperationKind.Seal));
        Assert.Equal(count / 10, missing.Count);
        Assert.Equal((missing.Count, 0L), (load.Receipts!.Missing, load.Receipts.Late));
        Assert.All(missing, operation => Assert.Equal(202, operation.HttpStatus));
    }

    [Fact(Timeout = 60_000)]
    public async Task What_comes_late_twice_or_from_elsewhere_is_counted_as_that()
    {
        var tids = new List<string>();
        _egress.ReceiptsOf = (tid, members) =>
        {
            tids.Add(tid);
            IEnumerable<string> receipts =
            [
                Egress.Receipt(tid, "committed", members), Egress.Receipt("other-1", "committed"), Egress.Receipt(tid, "committed", members),
                Egress.Receipt("run-x", "committed"),
            ];
            return tids.Count switch
            {
                1 => [],

                // The first one was given up when the second one was sent.
                2 => [Egress.Receipt(tids[0], "committed"), .. receipts],
                _ => [.. receipts],
            };
        };
        var (load, history) = await Run("load.concurrency=1", "load.operations=3", "load.requestTimeout=2", DeliveriesOnly);
        Assert.Equal(new ReceiptFigures(2, 0, 1, 2, 4), load.Receipts);
        Assert.Equal(
            [OutcomeClass.TimedOut, OutcomeClass.Committed, OutcomeClass.Committed],
            history.OrderBy(operation => operation.Sent).Select(operation => operation.Outcome));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_collector_whose_connection_breaks_asks_again_and_loses_nothing()
    {
        var asked = 0;
        _egress.OnReceipts = context =>
        {
            if (Interlocked.Increment(ref asked) % 3 != 0) return Task.FromResult(false);
            if (asked % 2 == 0) context.Response.StatusCode = 503;
            else context.Abort();
            return Task.FromResult(true);
        };
        var (load, history) = await Run("load.operations=60");
        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Equal((0L, 0L), (load.Receipts!.Missing, load.Receipts.Duplicates));
        Assert.True(asked > 6);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_silo_that_does_not_let_the_collector_wait_is_not_asked_without_a_pause()
    {
        var (asked, tids) = (0, new ConcurrentQueue<string>());
        _egress.ReceiptsOf = (tid, _) =>
        {
            tids.Enqueue(tid);
            return [];
        };
        _egress.OnReceipts = async context =>
        {
            Interlocked.Increment(ref asked);
            await context.Response.WriteAsync("[]");
            return true;
        };
        var began = TimeProvider.System.GetTimestamp();
        var running = Run("load.operations=1", "load.concurrency=1", "load.requestTimeout=600", DeliveriesOnly);
        await Wait.Until("a transaction, and some questions for its receipt", () => !tids.IsEmpty && asked > 5);

        // The first question is that before the run; a timer may end a little before its time.
        Assert.InRange(asked, 6, 2 + (TimeProvider.System.GetElapsedTime(began) / TimeSpan.FromMilliseconds(80)));
        _egress.OnReceipts = static _ => Task.FromResult(false);
        _egress.Add(Egress.Receipt(Assert.Single(tids), "committed"));
        Assert.Equal(OutcomeClass.Committed, Assert.Single((await running).History).Outcome);
    }

    [Fact(Timeout = 60_000)]
    public async Task An_acknowledgement_that_is_lost_is_no_lost_result()
    {
        _egress.Intercept = async (context, route) =>
        {
            if (route != "PATCH /shipment/#") return false;
            _egress.Add(Egress.Receipt(context.Request.Path.Value!["/shipment/".Length..], "committed", ",\"sellers\":1,\"packages\":4"));
            await Task.Yield();
            context.Abort();
            return true;
        };
        var (load, history) = await Run("load.operations=20", DeliveriesOnly);
        Assert.All(history.Cast<UpdateDeliveryOperation>(), delivery =>
            Assert.Equal((OutcomeClass.Committed, 4), (delivery.Outcome, delivery.Packages)));
        Assert.Equal(new ReceiptFigures(20, 0, 0, 0, 0), load.Receipts);
    }

    [Theory(Timeout = 60_000)]
    [InlineData(503, OutcomeClass.Aborted)]
    [InlineData(400, OutcomeClass.DriverFault)]
    internal async Task What_was_not_accepted_waits_for_no_receipt(int status, OutcomeClass outcome)
    {
        _egress.Intercept = (context, _) =>
        {
            context.Response.StatusCode = status;
            return Task.FromResult(true);
        };
        var (load, history) = await Run("load.operations=40", "load.requestTimeout=600");
        Assert.All(history.Where(IsTransaction), operation => Assert.Equal((outcome, status), (operation.Outcome, operation.HttpStatus)));
        Assert.Equal(new ReceiptFigures(0, 0, 0, 0, 0), load.Receipts);
    }

    [Fact(Timeout = 60_000)]
    public async Task Nobody_knows_whether_a_request_was_accepted_that_got_no_answer_so_its_receipt_is_not_missing()
    {
        _egress.Intercept = (context, _) =>
        {
            context.Abort();
            return Task.FromResult(true);
        };
        var (load, history) = await Run("load.operations=3", "load.requestTimeout=0.2", DeliveriesOnly);
        Assert.All(history, operation => Assert.Equal(OutcomeClass.TransportError, operation.Outcome));
        Assert.Equal(new ReceiptFigures(0, 0, 0, 0, 0), load.Receipts);
    }

    [Fact(Timeout = 60_000)]
    public async Task What_is_left_from_before_is_not_of_this_run()
    {
        _egress.Add(Egress.Receipt("run-1", "aborted"));
        _egress.Add(Egress.Receipt("before-1", "committed"));
        var (load, history) = await Run("load.operations=20");
        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Equal((0L, 0L), (load.Receipts!.Duplicates, load.Receipts.Unknown));
    }

    [Theory(Timeout = 60_000)]
    [InlineData(404, "", "its setting Results is not egress")]
    [InlineData(200, "{}", "no list of receipts")]
    [InlineData(200, """[{"id":1,"tid":"run-1","outcome":"fine"}]""", "\"fine\" is no outcome")]
    public async Task A_target_without_results_to_collect_ends_the_load(int status, string body, string reason)
    {
        _egress.OnReceipts = async context =>
        {
            context.Response.StatusCode = status;
            await context.Response.WriteAsync(body);
            return true;
        };
        var failure = await Assert.ThrowsAsync<LoadException>(() => Run("load.operations=20"));
        Assert.Contains(reason, failure.Message, StringComparison.Ordinal);
    }

    [Fact(Timeout = 60_000)]
    public async Task A_target_that_ceases_to_speak_of_results_ends_the_load()
    {
        var asked = 0;
        _egress.OnReceipts = async context =>
        {
            if (Interlocked.Increment(ref asked) < 4) return false;
            await context.Response.WriteAsync("nonsense");
            return true;
        };
        var failure = await Assert.ThrowsAsync<LoadException>(() => Run("load.operations=20000"));
        Assert.Contains("no list of receipts", failure.Message, StringComparison.Ordinal);
    }

    private static bool IsTransaction(Operation operation) => operation.Kind is not (OperationKind.Dashboard or OperationKind.Seal);

    private Task<(LoadResult Load, List<Operation> History)> Run(params string[] overrides) => _load.Run(
        StubLoad.Scenario([$$"""target={"urls":["{{_stub.Url}}"],"results":"egress"}""", .. overrides]), _stub.Url);
}
