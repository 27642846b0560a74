using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class FreshDashboardTests
{
    private const string Check = "dash.fresh";

    private readonly World _world = new();

    [Fact]
    public async Task A_dashboard_that_lacks_an_order_that_was_acknowledged()
    {
        _world.Checkout(1, World.Item(1, 1), World.Item(1, 2));
        _world.Dashboard(1, entries: 1);

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, "t-2: the dashboard of seller 1 showed 1 entries, but there were 2 to 2");
        Assert.Equal("stale", result.Check(Check).Level);
    }

    [Fact]
    public async Task A_dashboard_that_shows_an_order_that_was_delivered()
    {
        _world.Checkout(1, World.Item(1, 1), World.Item(2, 2));
        _world.Dashboard(1);
        _world.Deliver();
        _world.Dashboard(1, entries: 1);
        _world.Dashboard(2);

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, "t-4: the dashboard of seller 1 showed 1 entries, but there were 0 to 0");
        Assert.Equal(3, result.Check(Check).Examined);
    }

    [Fact]
    public async Task What_is_beside_a_dashboard_may_be_on_it_or_not()
    {
        foreach (var entries in new[] { 0, 1, 2 })
        {
            var world = new World();
            world.Checkout(1, World.Item(1, 1));
            world.Deliver();
            world.Checkout(1, World.Item(1, 1));
            world.Dashboard(1, entries: entries);
            world.History[1] = world.History[1] with { Completed = world.History[3].Sent };
            world.History[2] = world.History[2] with { Completed = world.History[3].Sent };
            AuditAssert.Violations(await world.Audit());
        }
    }

    [Fact]
    public async Task An_order_in_parts_is_on_it_until_the_last_of_its_deliveries_was_acknowledged()
    {
        _world.Checkout(1, World.Item(1, 1), World.Item(2, 2));
        _world.Deliver(skip: 2);
        _world.Deliver();
        _world.Dashboard(1, entries: 1);
        AuditAssert.Violations(await _world.Audit(), (Check, 1));

        // The first one may have ended the order, though the other one has a later time.
        _world.History[1] = _world.History[1] with { Completed = _world.History[3].Completed };
        AuditAssert.Violations(await _world.Audit());
    }

    [Fact]
    public async Task What_got_no_answer_may_be_on_it_or_not()
    {
        foreach (var entries in new[] { 0, 1 })
        {
            var world = new World();
            world.Checkout(1, CheckoutOutcome.Committed, OutcomeClass.TimedOut, World.Item(1, 1));
            world.Dashboard(1, entries: entries);
            AuditAssert.Violations(await world.Audit());
        }
    }

    [Fact]
    public async Task An_order_whose_payment_failed_is_on_none_afterwards()
    {
        _world.Checkout(1, CheckoutOutcome.PaymentFailed, OutcomeClass.PaymentFailed, World.Item(1, 1));
        _world.Dashboard(1, entries: 1);

        AuditAssert.Violations(await _world.Audit(), (Check, 1));
        Assert.False((await _world.Audit(Guarantee.InTheEnd)).Check(Check).Claimed);
    }
}
