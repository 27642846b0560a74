using System.Text.Json.Nodes;
using Marketplace.Driver.Audit.Claims;
using Marketplace.Driver.History;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;
using Xunit;

namespace Marketplace.Driver.Tests.Audit;

public sealed class RunTests
{
    private readonly World _world = Worlds.Busy();

    [Fact]
    public async Task A_dashboard_that_contradicted_itself()
    {
        _world.Dashboard(1, isConsistent: false);
        _world.Facts = facts => facts with { DashboardWitnesses = ["t-28: 3 orders, entries of 2"] };

        var result = await _world.AuditAsync();

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

        var result = await _world.AuditAsync();

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

        var result = await _world.AuditAsync();

        AuditAssert.Violations(result, ("driver.self", 1));
        AuditAssert.Witness(result, "driver.self", "Dashboard: 3 submitted, 2 outcomes");
    }

    [Fact]
    public async Task A_driver_whose_history_lacks_an_operation()
    {
        var facts = default(DriverFacts);
        _world.Facts = all => facts = all;
        await _world.AuditAsync();
        _world.History.RemoveAt(_world.History.Count - 1);
        _world.Facts = _ => facts!;

        var result = await _world.AuditAsync();

        AuditAssert.Violations(result, ("driver.self", 1));
        AuditAssert.Witness(result, "driver.self", "Dashboard: 2 were committed, the history has 1");
    }

    [Fact]
    public async Task A_driver_with_busy_customers_a_wrong_count_of_seals_and_a_late_start()
    {
        _world.Facts = facts => facts with { IdleCustomers = 3, SendLagP99Ms = 1_500 };

        var result = await _world.AuditAsync();

        AuditAssert.Violations(result, ("driver.self", 2));
        AuditAssert.Witness(result, "driver.self", "3 of 4 customers are idle");
        AuditAssert.Witness(result, "driver.self", "1500 ms or more");
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
        AuditAssert.Violations(await world.AuditAsync());
        world.Facts = facts => facts with { AbandonedSessions = 0 };

        var result = await world.AuditAsync();

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

        var result = await _world.AuditAsync();

        AuditAssert.Violations(result);
        Assert.Equal(
            "1 customers were put aside: their sessions could not be sealed.",
            result.Checks.Single(c => c.Id == "driver.self").Note);
    }

    [Fact]
    public async Task What_was_never_sent_is_told()
    {
        _world.Facts = facts => facts with { Unsent = 12 };

        var result = await _world.AuditAsync();

        Assert.True(result.Passed);
        Assert.StartsWith("12 planned transactions were never sent", result.Checks.Single(c => c.Id == "driver.self").Note);
    }

    [Fact]
    public async Task A_violation_fails_the_run_only_where_it_is_claimed()
    {
        var world = new World();
        var tid = world.Checkout(1, World.Item(1, 1));
        world.Shipments.Lose(s => s.Tid == tid);

        var claimed = await world.AuditAsync();
        var required = await world.AuditAsync(Guarantee.Required);
        world.NoCheckout(2, OutcomeClass.TimedOut, CheckoutStage.Requested, World.Item(1, 1));
        var interrupted = await world.AuditAsync();

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

        var result = await world.AuditAsync();

        AuditAssert.Violations(result, ("stock.bounds", 1));
        Assert.False(result.Passed);
    }

    [Theory]
    [InlineData("""{"Preset":"orleans"}""", nameof(Guarantee.EachService))]
    [InlineData("""{"preset":"NULL"}""", nameof(Guarantee.DriverOnly))]
    [InlineData("""{"Preset":"orleans-tx"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"Preset":"orleans-tx","Protocol":"none"}""", nameof(Guarantee.EachService))]
    [InlineData("{}", nameof(Guarantee.EachService))]
    [InlineData("""{"Protocol":"none"}""", nameof(Guarantee.EachService))]
    [InlineData("""{"Protocol":"locking"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"protocol":"Deterministic"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"Protocol":"orleans-transactions"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"Protocol":"saga"}""", nameof(Guarantee.InTheEnd))]
    public void The_settings_of_a_launched_silo_are_known(string launch, string guarantee) =>
        Assert.Equal(guarantee, ClaimTable.Of(new TargetSettings { Launch = JsonNode.Parse(launch)!.AsObject() }).ToString());

    [Theory]
    [InlineData("""{"Preset":"orleans"}""", false)]
    [InlineData("""{"Placement":"shared"}""", false)]
    [InlineData("""{"placement":"Per-Service"}""", true)]
    public void Placement_is_claimed_of_each_service_where_the_settings_ask_for_it(string launch, bool isAsked)
    {
        var target = new TargetSettings { Launch = JsonNode.Parse(launch)!.AsObject() };
        Assert.Equal(isAsked, ClaimTable.IsPerServiceAsked(target));
        Assert.False(ClaimTable.IsPerServiceAsked(new TargetSettings { Urls = ["http://localhost:1"] }));
    }

    [Theory]
    [InlineData("{}", false)]
    [InlineData("""{"Storage":"memory"}""", false)]
    [InlineData("""{"storage":"Postgres"}""", true)]
    public void A_database_is_expected_where_the_settings_ask_for_it(string launch, bool isAsked)
    {
        var target = new TargetSettings { Launch = JsonNode.Parse(launch)!.AsObject() };
        Assert.Equal(isAsked, ClaimTable.IsDatabaseAsked(target));
        Assert.False(ClaimTable.IsDatabaseAsked(new TargetSettings { Urls = ["http://localhost:1"] }));
    }

    [Fact]
    public void The_settings_of_a_target_by_url_are_not() =>
        Assert.Equal(Guarantee.Required, ClaimTable.Of(new TargetSettings { Urls = ["http://localhost:1"] }));

    [Fact]
    public void A_reference_target_keeps_no_state() =>
        Assert.Equal(Guarantee.DriverOnly, ClaimTable.Of(new TargetSettings { Reference = "delay" }));
}
