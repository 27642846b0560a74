using Marketplace.Audit.History;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Audit.Tests;

/// <summary>The window is ten minutes. Customer 2 has a failed checkout, customer 3 a rejected one and a sealed session.</summary>
public sealed class AbandonTests
{
    private readonly World _world = new();

    public AbandonTests()
    {
        _world.Checkout(1, World.Item(1, 1));
        _world.Checkout(2, CheckoutOutcome.PaymentFailed, OutcomeClass.PaymentFailed, World.Item(2, 2));
        _world.Checkout(3, CheckoutOutcome.Rejected, OutcomeClass.Rejected, World.Item(3, 1, 1_000));
        _world.Checkout(3, World.Item(3, 1));
        _world.Abandon(3, World.Item(9, 1));
    }

    [Fact]
    public async Task Sessions_abandoned_as_they_should_be_are_right()
    {
        var result = await _world.Audit();
        AuditAssert.Violations(result);
        Assert.Equal("exact", Check(result).Level);
        Assert.StartsWith("1 sealed, 0 failed, 0 idle; the windows of 1 failed checkouts have not ended", Check(result).Note);

        Later(11);
        Fail(2, minutes: 10);
        result = await _world.Audit();
        AuditAssert.Violations(result);
        Assert.StartsWith("1 sealed, 1 failed, 0 idle; the windows of 0 failed", Check(result).Note);
    }

    [Fact]
    public async Task A_failed_checkout_that_nothing_followed()
    {
        Later(11);
        AuditAssert.Violations(await _world.Audit(), ("abandon.exact", 1));
        AuditAssert.Witness(await _world.Audit(), "abandon.exact", "customer 2", "t-2 failed and nothing followed", "session 1");
    }

    [Fact]
    public async Task A_checkout_that_followed_too_late()
    {
        Later(11);
        _world.Checkout(2, World.Item(1, 2));
        AuditAssert.Violations(await _world.Audit(), ("abandon.exact", 1));
        Fail(2, minutes: 10);
        AuditAssert.Violations(await _world.Audit());
    }

    [Fact]
    public async Task Sessions_that_were_abandoned_though_they_were_not()
    {
        Fail(2, minutes: 10);
        Fail(3, minutes: 10);
        Add(1, 1, AbandonReason.Idle);
        Add(4, 1, AbandonReason.Idle);
        var result = await _world.Audit();
        AuditAssert.Violations(result, ("abandon.exact", 4));
        AuditAssert.Witness(result, "abandon.exact", "customer 2", "before its time");
        AuditAssert.Witness(result, "abandon.exact", "customer 3", "t-4 followed t-3 in time");
        AuditAssert.Witness(result, "abandon.exact", "customer 1", "session 1 was abandoned without a checkout, but t-1 was one of it");
        AuditAssert.Witness(result, "abandon.exact", "customer 4", "session 1 was abandoned, but the last one is 0");
    }

    [Fact]
    public async Task A_failed_session_that_was_abandoned_at_another_time()
    {
        Later(11);
        Fail(2, minutes: 9);
        AuditAssert.Witness(await _world.Audit(), "abandon.exact", "customer 2", "1 sessions were abandoned after a failed checkout, 0 of them");
    }

    [Fact]
    public async Task A_session_that_was_sealed_with_items_and_is_not_counted()
    {
        _world.Abandonments.Clear();
        var result = await _world.Audit();
        AuditAssert.Violations(result, ("abandon.exact", 1), ("customer.counts", 1));
        AuditAssert.Witness(result, "abandon.exact", "customer 3", "session 3 ended without a checkout", "0 sessions count as sealed", "1 to 1");
        AuditAssert.Witness(result, "customer.counts", "customer 3", "abandoned carts grew by 1, but 0 happened");
    }

    [Fact]
    public async Task A_session_that_is_abandoned_twice_or_still_open()
    {
        _world.Abandonments.Add(_world.Abandonments[0]);
        _world.Carts.Edit(c => c.CustomerId == 1, c => c with { Session = 2, Items = [new CartItem(1, 1, "", 1m, 1m, 1, 0m, "0")] });
        Add(1, 2, AbandonReason.Idle, World.Stamp(_world.Now).AddMinutes(-1));
        _world.Carts.Edit(c => c.CustomerId == 4, c => c with { AbandonedAt = World.Stamp(_world.Now).AddMinutes(-1) });
        var result = await _world.Audit();
        AuditAssert.Witness(result, "abandon.exact", "customer 3", "session 3 was abandoned 2 times", "2 sessions count as sealed");
        AuditAssert.Witness(result, "abandon.exact", "customer 1", "session 2 was abandoned, and still has its items");
        AuditAssert.Witness(result, "abandon.exact", "customer 4", "a session has been due to be abandoned since");
    }

    [Fact]
    public async Task A_window_that_ends_while_the_audit_reads()
    {
        var reads = 0;
        _world.Clocks = clock => clock with { Time = clock.Time.AddSeconds(20 * reads++) };
        Later(9.9);
        Fail(2, minutes: 10);

        // Customer was read before the window ended, the abandonments after.
        _world.Customers.Edit(c => c.Customer.Id == 2, c => c with { Customer = c.Customer with { AbandonedCartCount = 0 } });
        AuditAssert.Violations(await _world.Audit());
        _world.Customers.Edit(c => c.Customer.Id == 2, c => c with { Customer = c.Customer with { AbandonedCartCount = 2 } });
        AuditAssert.Violations(await _world.Audit(), ("customer.counts", 1));
    }

    [Fact]
    public async Task A_silo_that_shows_no_clock_is_not_checked()
    {
        _world.Clocks = null;
        Assert.Equal("not examined", Check(await _world.Audit()).Level);
    }

    private void Later(double minutes) =>
        _world.Now += TimeSpan.FromMinutes(minutes).Ticks;

    // The first failed attempt of the customer.
    private void Fail(int customer, double minutes)
    {
        var attempt = _world.Attempts.First(a => a.Reservation.CustomerId == customer);
        Add(customer, 1, AbandonReason.Failed, attempt.Time.AddMinutes(minutes));
    }

    private void Add(int customer, int session, AbandonReason reason, DateTime? time = null)
    {
        _world.Abandonments.Add(new CartAbandoned("", customer, session, reason, 1, time ?? World.Stamp(_world.Now)));
        _world.Customers.Edit(
            c => c.Customer.Id == customer,
            c => c with { Customer = c.Customer with { AbandonedCartCount = c.Customer.AbandonedCartCount + 1 } });
    }

    private static AuditCheck Check(AuditResult result) => result.Checks.Single(check => check.Id == "abandon.exact");
}
