using System.Collections.Immutable;
using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class RunTests
{
    private readonly World _world = Worlds.Busy();

    [Fact]
    public async Task A_dashboard_that_contradicted_itself()
    {
        _world.Dashboard(1, isConsistent: false);
        _world.Facts = facts => facts with { DashboardWitnesses = ["t-28: 3 orders, entries of 2"] };

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("dash.self", 1));
        AuditAssert.Witness(result, "dash.self", "t-28: 3 orders, entries of 2");
        Assert.Equal("none", result.Checks.Single(c => c.Id == "dash.self").Level);
    }

    [Fact]
    public async Task A_dashboard_at_rest_that_is_a_cent_off_or_lacks_an_entry()
    {
        _world.Dashboards = dashboard => dashboard.SellerView.SellerId switch
        {
            4 => dashboard with { SellerView = dashboard.SellerView with { TotalInvoice = dashboard.SellerView.TotalInvoice + 0.01m } },
            5 => dashboard with { OrderEntries = [] },
            _ => dashboard,
        };

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("dash.final", 2));
        AuditAssert.Witness(result, "dash.final", "seller 4", "= 12.51, open orders are 1 orders, 1 items");
        AuditAssert.Witness(result, "dash.final", "seller 5", "it shows 0 entries, open orders have 1");
    }

    [Fact]
    public async Task A_driver_that_lost_an_outcome()
    {
        _world.Facts = facts => facts with
        {
            Submitted = facts.Submitted.SetItem(OperationKind.Dashboard, facts.Submitted[OperationKind.Dashboard] + 1),
        };

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("driver.self", 1));
        AuditAssert.Witness(result, "driver.self", "Dashboard: 3 submitted, 2 outcomes");
    }

    [Fact]
    public async Task A_driver_whose_history_lacks_an_operation()
    {
        var facts = default(DriverFacts);
        _world.Facts = all => facts = all;
        await _world.Audit();
        _world.History.RemoveAt(_world.History.Count - 1);
        _world.Facts = _ => facts!;

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("driver.self", 1));
        AuditAssert.Witness(result, "driver.self", "Dashboard: 2 were committed, the history has 1");
    }

    [Fact]
    public async Task A_driver_with_busy_customers_a_wrong_count_of_seals_and_a_late_start()
    {
        _world.Facts = facts => facts with { IdleCustomers = 3, SendLagP99Ms = 1_500 };

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("driver.self", 2));
        AuditAssert.Witness(result, "driver.self", "3 of 4 customers are idle");
        AuditAssert.Witness(result, "driver.self", "1500 ms or more");
    }

    [Fact]
    public async Task A_moment_in_which_the_machine_did_something_else_is_no_late_driver()
    {
        _world.Facts = facts => facts with { SendLagP99Ms = 1_500, SentLate = 10 };
        AuditAssert.Violations(await _world.Audit());

        _world.Facts = facts => facts with { SendLagP99Ms = 1_500, SentLate = 11 };
        AuditAssert.Violations(await _world.Audit(), ("driver.self", 1));
    }

    // Three of five have a probability of 8 in 100,000. By the normal distribution they would be nine standard deviations off.
    [Theory]
    [InlineData(3, 2, 0)]
    [InlineData(5, 0, 2)]
    [InlineData(0, 600, 0)]
    [InlineData(0, 800, 2)]
    [InlineData(45, 955, 0)]
    [InlineData(50, 950, 2)]
    public async Task A_mix_that_chance_makes_is_the_scenarios(int abandoned, int dashboards, long violations)
    {
        var world = new World { Mix = _ => ImmutableDictionary.CreateRange([Share(OperationKind.Checkout, 2), Share(OperationKind.Dashboard, 98)]) };
        for (var i = 0; i < dashboards; i++)
            world.Dashboard(1);
        for (var i = 0; i < abandoned; i++)
            world.Abandon(1, World.Item(1, 1));

        AuditAssert.Violations(await world.Audit(), violations > 0 ? [("driver.self", violations)] : []);

        static KeyValuePair<OperationKind, double> Share(OperationKind kind, double percent) => KeyValuePair.Create(kind, percent);
    }

    [Fact]
    public async Task A_mix_that_is_not_the_scenarios()
    {
        var world = new World();
        for (var i = 0; i < 400; i++)
            world.Dashboard(1);
        for (var i = 0; i < 100; i++)
            world.Abandon(1, World.Item(1, 1));

        // 100 of 500 abandoned sessions count as checkouts of the mix; without them 25 % would be missing.
        AuditAssert.Violations(await world.Audit());
        world.Facts = facts => facts with { AbandonedSessions = 0 };

        var result = await world.Audit();

        AuditAssert.Violations(result, ("driver.self", 3));
        AuditAssert.Witness(result, "driver.self", "0 sessions were abandoned, the history has 100");
        AuditAssert.Witness(result, "driver.self", "Checkout: 0 of 400 transactions, the mix asks for 20 %");
    }

    [Fact]
    public async Task A_customer_whose_session_could_not_be_sealed_is_accounted_for()
    {
        _world.Abandon(3, World.Item(9, 1));
        _world.History.Add((SealOperation)_world.History[^1] with { Reason = SealReason.Failed, Outcome = OutcomeClass.TimedOut });
        _world.Facts = facts => facts with { IdleCustomers = 3 };

        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal(
            "1 customers were put aside: their sessions could not be sealed.",
            result.Checks.Single(c => c.Id == "driver.self").Note);
    }

    [Fact]
    public async Task What_was_never_sent_is_told()
    {
        _world.Facts = facts => facts with { Unsent = 12 };

        var result = await _world.Audit();

        Assert.True(result.Passed);
        Assert.StartsWith("12 planned transactions were never sent", result.Checks.Single(c => c.Id == "driver.self").Note);
    }

    [Fact]
    public async Task A_violation_fails_the_run_only_where_it_is_claimed()
    {
        var world = new World();
        var tid = world.Checkout(1, World.Item(1, 1));
        world.Shipments.Lose(s => s.Tid == tid);

        var claimed = await world.Audit();
        var required = await world.Audit(Guarantee.Required);
        world.NoCheckout(2, OutcomeClass.TimedOut, CheckoutStage.Requested, World.Item(1, 1));
        var interrupted = await world.Audit();

        AuditAssert.Violations(claimed, ("atom.checkout", 1), ("order.lines", 1));
        AuditAssert.Violations(interrupted, ("atom.checkout", 1), ("order.lines", 1));
        Assert.False(claimed.Passed);
        Assert.True(required.Passed);
        Assert.True(interrupted.Passed);
        Assert.False(interrupted.Checks.Single(c => c.Id == "atom.checkout").Claimed);
        Assert.Contains(interrupted.Notes, note => note.StartsWith("Not claimed are the checks that compare services"));
        Assert.Contains(required.Notes, note => note.StartsWith("Not claimed is what goes beyond"));
        Assert.True(required.Checks.Single(c => c.Id == "cart.once").Claimed);
    }

    [Fact]
    public async Task Each_service_keeps_its_own_rules_whatever_happens()
    {
        var world = new World();
        world.NoCheckout(2, OutcomeClass.TimedOut, CheckoutStage.Requested, World.Item(1, 1));
        world.Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (1, 1), s => s with { SlackMin = -1 });

        var result = await world.Audit();

        AuditAssert.Violations(result, ("stock.bounds", 1));
        Assert.False(result.Passed);
    }
}
