using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class LoadTests : IAsyncLifetime
{
    private const string SessionsOnly =
        """workload.mix={"checkout":100,"priceUpdate":0,"productDelete":0,"updateDelivery":0,"dashboard":0}""";

    private readonly StubLoad _load = new();
    private StubMarketplace _stub = null!;

    public async ValueTask InitializeAsync() => _stub = await StubMarketplace.Start();

    public async ValueTask DisposeAsync()
    {
        await _stub.DisposeAsync();
        _load.Dispose();
    }

    [Fact]
    public async Task A_closed_loop_keeps_its_concurrency_and_never_exceeds_it()
    {
        var (now, most) = (0, 0);
        _stub.Intercept = async (_, _) =>
        {
            var count = Interlocked.Increment(ref now);
            InterlockedMax(ref most, count);
            await Task.Yield();
            Interlocked.Decrement(ref now);
            return false;
        };
        var (load, history) = await Run("load.concurrency=8", "load.operations=2000");
        Assert.Equal(2_000, history.Count);
        Assert.InRange(most, 2, 8);
        Assert.Equal(8, history.Select(operation => operation.Worker).Distinct().Count());
        Assert.Equal(100, load.Customers.Idle);
    }

    [Theory]
    [InlineData("load.concurrency=8")]
    [InlineData("load.concurrency=8", "load.rate=5000", "load.arrivals=constant")]
    public async Task Workers_can_be_threads_that_block(params string[] settings)
    {
        var (load, history) = await Run(["load.workers=threads", "load.operations=2000", .. settings]);
        Assert.Equal(2_000, history.Count + load.Unsent);
        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Equal(100, load.Customers.Idle);
    }

    [Fact]
    public async Task A_customer_is_never_in_two_sessions_at_once()
    {
        var (_, history) = await Run("load.concurrency=16", "load.operations=2000", SessionsOnly);
        foreach (var sessions in history.Cast<CheckoutOperation>().GroupBy(checkout => checkout.CustomerId))
        {
            var inOrder = sessions.OrderBy(checkout => checkout.Session).ToList();
            Assert.Equal(Enumerable.Range(1, inOrder.Count), inOrder.Select(checkout => checkout.Session));
            Assert.All(inOrder.Zip(inOrder.Skip(1)), pair => Assert.True(pair.First.Completed <= pair.Second.Started));
        }
    }

    [Fact]
    public async Task Updates_of_one_product_are_sent_one_at_a_time()
    {
        var (_, history) = await Run(
            "load.concurrency=16",
            "load.operations=2000",
            "workload.products={\"distribution\":\"zipfian\",\"exponent\":3}",
            "workload.sellers={\"distribution\":\"zipfian\",\"exponent\":3}",
            "workload.mix={\"checkout\":0,\"priceUpdate\":80,\"productDelete\":20,\"updateDelivery\":0,\"dashboard\":0}");
        var keyed = history.Select(Update).ToList();
        foreach (var product in keyed.GroupBy(each => each.Key))
        {
            var chain = product.OrderBy(each => each.Operation.Sent).ToList();
            Assert.Equal("0", chain[0].Before);
            Assert.All(chain.Zip(chain.Skip(1)), pair =>
            {
                Assert.True(pair.First.Operation.Completed <= pair.Second.Operation.Sent);
                Assert.Equal(pair.First.After, pair.Second.Before);
            });
        }
    }

    [Theory]
    [InlineData(422, "out-of-stock", OutcomeClass.Rejected)]
    [InlineData(422, "payment-declined", OutcomeClass.PaymentFailed)]
    [InlineData(503, "", OutcomeClass.Aborted)]
    [InlineData(500, "", OutcomeClass.TransportError)]
    [InlineData(400, "", OutcomeClass.DriverFault)]
    internal async Task A_session_whose_checkout_fails_is_sealed(int status, string problem, OutcomeClass outcome)
    {
        _stub.Intercept = async (context, route) =>
        {
            if (route != "POST /cart/#/checkout") return false;
            context.Response.StatusCode = status;
            await context.Response.WriteAsync($$"""{"type":"urn:{{problem}}"}""");
            return true;
        };
        var (load, history) = await Run("load.operations=200");
        var checkouts = history.OfType<CheckoutOperation>().ToList();
        Assert.NotEmpty(checkouts);
        Assert.All(checkouts, checkout =>
            Assert.Equal((outcome, CheckoutStage.Requested, status), (checkout.Outcome, checkout.Stage, checkout.HttpStatus)));
        Assert.Equal(checkouts.Count, history.OfType<SealOperation>().Count(seal => seal.Reason == SealReason.Failed));
        Assert.Empty(_stub.Carts);
        Assert.Equal(100, load.Customers.Idle);
        Assert.Equal(checkouts.Count, load.Recorders.Sum(recorder => recorder.All((int)OperationKind.Checkout, outcome)));
    }

    [Fact]
    public async Task An_add_that_fails_ends_its_session_with_its_class()
    {
        var adds = 0;
        _stub.Intercept = (context, route) =>
        {
            if (route != "PATCH /cart/#/add" || Interlocked.Increment(ref adds) % 10 != 0) return Task.FromResult(false);
            context.Abort();
            return Task.FromResult(true);
        };
        var (_, history) = await Run("load.operations=200", "workload.cart.items=[5,5]");
        var failed = history.OfType<CheckoutOperation>().Where(checkout => checkout.Stage == CheckoutStage.Adding).ToList();
        Assert.NotEmpty(failed);
        Assert.All(failed, checkout => Assert.Equal((OutcomeClass.TransportError, 0), (checkout.Outcome, checkout.HttpStatus)));
        Assert.All(failed, checkout => Assert.InRange(checkout.Items.Length, 1, 5));
        Assert.Empty(_stub.Carts);
    }

    [Fact]
    public async Task Sessions_are_abandoned_as_often_as_the_scenario_says()
    {
        var (load, history) = await Run(
            "load.operations=2000",
            "workload.cart.checkoutProbability=0.7",
            "workload.cart.items=[1,1]",
            SessionsOnly);
        var seals = history.OfType<SealOperation>().ToList();
        Assert.InRange(seals.Count, 500, 700);
        Assert.All(seals, seal =>
            Assert.Equal((SealReason.Abandoned, OutcomeClass.Committed, 1), (seal.Reason, seal.Outcome, seal.Items.Length)));
        Assert.Equal(2_000, seals.Count + history.OfType<CheckoutOperation>().Count());
        Assert.Equal(seals.Count, load.Recorders.Sum(recorder => recorder.Abandoned));
        Assert.Empty(_stub.Carts);
    }

    [Fact]
    public async Task A_stale_mirror_is_a_rejection_and_a_dashboard_that_contradicts_itself_a_witness()
    {
        _stub.Intercept = async (context, route) =>
        {
            if (route == "PATCH /product") context.Response.StatusCode = 409;
            if (route == "GET /seller/dashboard/#")
                await context.Response.WriteAsync("""{"seller_view":{"count_items":1},"order_entries":[]}""");
            return route is "PATCH /product" or "GET /seller/dashboard/#";
        };
        var (load, history) = await Run("load.operations=400");
        Assert.All(history.OfType<PriceUpdateOperation>(), update => Assert.Equal(OutcomeClass.Rejected, update.Outcome));
        var dashboards = history.OfType<DashboardOperation>().ToList();
        Assert.All(dashboards, dashboard => Assert.Equal((OutcomeClass.Committed, false), (dashboard.Outcome, dashboard.IsConsistent)));
        Assert.Equal(Math.Min(10, dashboards.Count), load.Customers.Witnesses.Length);
    }

    [Fact]
    public async Task A_customer_whose_session_cannot_be_sealed_is_put_aside()
    {
        _stub.Intercept = (context, route) =>
        {
            context.Response.StatusCode = route == "PATCH /cart/#/seal" ? 409 : 503;
            return Task.FromResult(route is "PATCH /cart/#/seal" or "POST /cart/#/checkout");
        };
        var (load, history) = await Run("load.operations=6");
        var failed = history.OfType<SealOperation>().ToList();
        Assert.NotEmpty(failed);
        Assert.All(failed, seal => Assert.Equal(OutcomeClass.DriverFault, seal.Outcome));
        Assert.Equal((failed.Count, 100 - failed.Count), (load.Customers.Retired, load.Customers.Idle));
    }

    [Theory]
    [InlineData("constant")]
    [InlineData("poisson")]
    public async Task An_open_loop_submits_at_its_rate_and_counts_latency_from_the_planned_arrival(string arrivals)
    {
        var (load, history) = await Run("load.rate=200", $"load.arrivals={arrivals}", "load.operations=200", "load.concurrency=16");
        Assert.Equal(200, history.Count);
        Assert.Equal(0, load.Unsent);
        Assert.All(history, operation => Assert.True(operation.Planned <= operation.Sent && operation.Sent <= operation.Completed));
        var planned = history.Select(operation => load.Clock.Between(load.Clock.Ticks, operation.Planned).TotalSeconds).Order().ToList();
        Assert.InRange(planned[^1], 0.7, 1.4);
        if (arrivals == "constant") Assert.All(planned.Zip(planned.Skip(1)), pair => Assert.Equal(0.005, pair.Second - pair.First, 1e-6));
    }

    [Fact]
    public async Task An_open_loop_that_cannot_keep_up_says_so()
    {
        var blocked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var (isSent, isOver) = (false, false);
        _stub.Intercept = async (_, _) =>
        {
            Volatile.Write(ref isSent, true);
            await blocked.Task;
            return false;
        };
        var scenario = StubLoad.Scenario(
            "load.rate=5000", "load.arrivals=constant", "load.concurrency=1", "load.requestTimeout=600", "epochs.seconds=10");
        var time = new FakeTimeProvider();
        using var overload = new StubLoad { Time = time, Progress = row => Volatile.Write(ref isOver, row.Phase == "drain") };

        // Time goes on slowly, so the one worker has its transaction long before the end of the measurement, and keeps it beyond that.
        var running = overload.Run(scenario, _stub.Url);
        await Wait.Until("the first request", () => Pass(1) && Volatile.Read(ref isSent));
        time.Advance(TimeSpan.FromSeconds(10));
        await Wait.Until("the drain", () => Pass(20) && Volatile.Read(ref isOver));
        blocked.SetResult();
        await Wait.Until("the end of the load", () => Pass(1) && running.IsCompleted);
        var (load, history) = await running;
        Assert.Single(history, operation => operation.Kind != OperationKind.Seal);

        // Five arrivals were due a millisecond after the start.
        Assert.True(load.Unsent >= 4);
        var summary = new SummaryBuilder(scenario, load).Build(null);
        Assert.Contains("the rate of 5000/s could not be kept", summary.Driver.Bottleneck, StringComparison.Ordinal);
        Assert.Equal(load.Unsent, summary.Driver.Unsent);

        bool Pass(int milliseconds)
        {
            time.Advance(TimeSpan.FromMilliseconds(milliseconds));
            return true;
        }
    }

    [Theory]
    [InlineData("constant", 1_000)]
    [InlineData("poisson", 800)]
    public async Task A_backlog_that_is_sent_leaves_nothing_out(string arrivals, int atLeast)
    {
        string[] settings = ["load.rate=5000", $"load.arrivals={arrivals}", "load.concurrency=1", "load.backlog=send", "epochs.seconds=0.2"];
        var (load, _) = await Run(settings);
        var measured = (from recorder in load.Recorders
                        from kind in Enumerable.Range(0, load.Operations.Length)
                        from outcome in OutcomeClasses.All
                        select recorder.Measured(kind, outcome)).Sum() + load.Recorders.Sum(recorder => recorder.AbandonedMeasured);
        Assert.Equal(0, load.Unsent);
        Assert.InRange(measured, atLeast, arrivals == "constant" ? atLeast : 1_200);
    }

    [Fact]
    public async Task Silence_is_timed_out_and_the_run_goes_on()
    {
        string? silent = null;
        _stub.Intercept = async (context, route) =>
        {
            var tid = context.Request.Path.Value!.Split('/')[^1];
            if (route != "PATCH /shipment/#" || Interlocked.CompareExchange(ref silent, tid, null) is not null) return false;
            var gone = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await using var _ = context.RequestAborted.Register(gone.SetResult);
            await gone.Task;
            return true;
        };
        var (_, history) = await Run("load.operations=100", "load.requestTimeout=0.3");

        // On a machine that stalls, others may have been silent for too long as well: of a checkout, whose session is sealed then.
        Assert.Equal(OutcomeClass.TimedOut, Assert.Single(history, operation => operation.Tid == silent).Outcome);
        Assert.Equal(100, history.Count(static operation => operation.Kind.IsOfMix()));
    }

    [Fact]
    public async Task Timers_that_end_before_their_time_make_no_samples_of_their_own()
    {
        var rows = new List<SeriesRow>();
        using var load = new StubLoad { Time = new EarlyTimers(), Progress = rows.Add };
        await load.Run(StubLoad.Scenario("epochs.count=2", "epochs.seconds=1"), _stub.Url);
        Assert.Equal(2, rows.Count(row => row.Phase == "measure"));
    }

    [Fact]
    public async Task Every_transaction_is_in_the_series_those_of_the_last_moment_too()
    {
        for (var i = 0; i < 5; i++)
        {
            var (load, history) = await Run("load.operations=40");
            Assert.Equal(history.Count, load.Series.Sum(row => row.Latencies.Total));
            Assert.Equal(history.Count, load.Series.Sum(row => row.Outcomes.Sum() * row.Seconds), 6);
        }
    }

    private static ((int Seller, int Product) Key, Operation Operation, string Before, string After) Update(Operation operation) =>
        operation switch
        {
            PriceUpdateOperation update => ((update.SellerId, update.ProductId), operation, update.Version, update.Version),
            ProductDeleteOperation delete => ((delete.SellerId, delete.ProductId), operation, delete.OldVersion, delete.NewVersion),
            _ => throw new InvalidOperationException("Only updates were asked for."),
        };

    private static void InterlockedMax(ref int target, int value)
    {
        for (var seen = Volatile.Read(ref target); value > seen; seen = Volatile.Read(ref target))
        {
            if (Interlocked.CompareExchange(ref target, value, seen) == seen) return;
        }
    }

    private Task<(LoadResult Load, List<Operation> History)> Run(params string[] overrides) =>
        _load.Run(StubLoad.Scenario(overrides), _stub.Url);
}
