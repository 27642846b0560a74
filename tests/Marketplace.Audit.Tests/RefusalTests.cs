using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class RefusalTests
{
    private const string Check = "refusal.reason";

    private readonly World _world = new();

    [Fact]
    public async Task A_price_update_that_was_refused_for_the_current_version()
    {
        var tid = _world.UpdatePrice(1, 1, 5m, OutcomeClass.Rejected, applied: false);

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, tid, "version 0 of product 1/1 was current");
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_price_update_may_be_refused_for_a_version_that_may_have_been_replaced(bool isAnswered, bool applied)
    {
        _world.Delete(1, 1, 5m, isAnswered ? OutcomeClass.Committed : OutcomeClass.TimedOut, applied);
        _world.UpdatePrice(1, 1, 6m, OutcomeClass.Rejected, applied: false, named: "0");

        AuditAssert.Violations(await _world.Audit());
    }

    [Fact]
    public async Task A_replacement_is_no_reason_before_it_was_sent_nor_for_the_version_that_it_made()
    {
        var early = _world.UpdatePrice(1, 1, 6m, OutcomeClass.Rejected, applied: false);
        var first = _world.Delete(1, 1, 5m);
        var late = _world.UpdatePrice(1, 1, 6m, OutcomeClass.Rejected, applied: false, named: first);

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 2));
        AuditAssert.Witness(result, Check, early);
        AuditAssert.Witness(result, Check, late, $"version {first} of product 1/1");
    }

    [Fact]
    public async Task A_delete_is_never_refused()
    {
        var tid = _world.Delete(1, 1, 5m, OutcomeClass.Rejected, applied: false);

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, tid, "the delete of product 1/1 was refused");
    }

    [Fact]
    public async Task A_rejected_checkout_of_what_was_there()
    {
        var tid = _world.Checkout(1, CheckoutOutcome.Rejected, OutcomeClass.Rejected, World.Item(1, 1, 100), World.Item(2, 1, 101));

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, tid, "100 pieces of product 1/1, version 0", "never were fewer than 100 free");
    }

    [Fact]
    public async Task A_rejected_checkout_may_hold_what_an_add_without_an_answer_put_in_after_the_seal()
    {
        _world.Checkout(1, CheckoutOutcome.Rejected, OutcomeClass.Rejected, World.Item(1, 1, 100));
        _world.Add(1);
        _world.History[^1] = _world.History[^1] with { Outcome = OutcomeClass.TimedOut };

        Assert.Equal(0, (await _world.Audit()).Check(Check).Violations);
    }

    [Fact]
    public async Task An_item_that_was_acknowledged_and_is_not_in_the_order()
    {
        var tid = _world.Checkout(1, World.Item(1, 1));
        Send(tid, World.Item(2, 2, 3));

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, tid, "3 pieces of product 2/2, version 0, are not in its order");
    }

    [Fact]
    public async Task An_item_may_be_missing_if_it_was_replaced_or_scarce()
    {
        _world.EditStock(3, 1, stock => stock with { SlackMin = 2 });
        var version = _world.Delete(2, 2, 5m);
        var tid = _world.Checkout(1, World.Item(1, 1));
        Send(tid, World.Item(2, 2), World.Item(3, 1, 3));
        AuditAssert.Violations(await _world.Audit());

        // The version is the new one, and there were enough.
        _world.History.RemoveAt(1);
        var other = _world.Checkout(2, World.Item(1, 1));
        Send(other, World.Item(2, 2, version: version), World.Item(3, 1, 2));

        // The order of customer 1 was nobody's now.
        var result = await _world.Audit();
        Assert.Equal(2, result.Check(Check).Violations);
    }

    [Fact]
    public async Task A_cart_that_hears_of_products_from_replicas_may_know_the_version_before()
    {
        var version = _world.Delete(2, 2, 5m);
        var tid = _world.Checkout(1, World.Item(1, 1));
        Send(tid, World.Item(2, 2, version: version));
        Assert.Equal(1, (await _world.Audit()).Check(Check).Violations);
        _world.Replication = ReplicationLevel.Eventual;
        Assert.Equal(0, (await _world.Audit()).Check(Check).Violations);
    }

    [Fact]
    public async Task Items_are_gone_with_a_session_whose_window_has_ended()
    {
        var tid = _world.Checkout(1, World.Item(1, 1));
        Send(tid, World.Item(2, 2));
        _world.Abandonments.Add(new CartAbandoned("", 1, 1, AbandonReason.Idle, 1, World.Stamp(0)));

        Assert.Equal(0, (await _world.Audit()).Check(Check).Violations);
    }

    [Fact]
    public async Task A_checkout_that_found_an_empty_cart_though_all_adds_were_acknowledged()
    {
        var tid = _world.NoCheckout(1, OutcomeClass.DriverFault, CheckoutStage.Requested, World.Item(1, 1));
        var index = _world.History.FindIndex(operation => operation.Tid == tid);
        _world.History[index] = _world.History[index] with { HttpStatus = 409 };

        var result = await _world.Audit();
        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, tid, "answered 409, though 1 items were in the cart");

        // Whose answer was lost may have checked it out.
        _world.NoCheckout(2, OutcomeClass.TimedOut, CheckoutStage.Requested, World.Item(1, 1));
        AuditAssert.Violations(await _world.Audit());
    }

    [Fact]
    public async Task A_rejection_that_Cart_does_not_know()
    {
        var tid = _world.Checkout(1, CheckoutOutcome.Rejected, OutcomeClass.Rejected, World.Item(1, 1, 101));
        _world.Attempts.Lose(attempt => attempt.Tid == tid);
        _world.Customers.Edit(c => c.Customer.Id == 1, c => c with { Customer = c.Customer with { RejectedCheckoutCount = 0 } });

        var result = await _world.Audit();

        AuditAssert.Witness(result, "customer.counts", "customer 1", "1 checkouts were answered as rejected, and Cart knows nothing of it");
    }

    [Theory]
    [InlineData(null, 0)]
    [InlineData(0.5, 0)]
    [InlineData(0.0, 1)]
    [InlineData(0.001, 1)]
    public async Task More_payments_failed_than_the_provider_declines(double? rate, int violations)
    {
        for (var customer = 1; customer <= 3; customer++)
        {
            _world.Checkout(customer, CheckoutOutcome.PaymentFailed, OutcomeClass.PaymentFailed, World.Item(2, 2));
            _world.Checkout(customer, CheckoutOutcome.PaymentFailed, OutcomeClass.PaymentFailed, World.Item(1, 1));
        }

        _world.DeclineRate = rate;
        var result = await _world.Audit();

        Assert.Equal(violations, result.Check(Check).Violations);
        if (violations > 0)
        {
            AuditAssert.Witness(
                result, Check, FormattableString.Invariant($"6 of 6 payments failed; the provider declines {100 * rate:0.##} %"));
        }
    }

    [Theory]
    [InlineData("", "not every silo shows what it counted", null)]
    [InlineData("marketplace_gateway_start_time_seconds 4000000000", "a silo was started anew during the run", null)]
    [InlineData("marketplace_gateway_start_time_seconds 1000\nmarketplace_storage_failures_total 1", "the database could not be used", null)]
    [InlineData("marketplace_gateway_start_time_seconds 1000.5", null, "2 requests were answered 503, and what the silo counted explains 0: nothing")]
    [InlineData(
        "marketplace_gateway_start_time_seconds 1000\nmarketplace_protocol_aborts_total{cause=\"conflict\"} 21",
        null,
        "explains 1: 21 attempts aborted by conflict")]
    [InlineData("marketplace_gateway_start_time_seconds 1000\nmarketplace_protocol_aborts_total{cause=\"conflict\"} 22", null, null)]
    [InlineData("marketplace_gateway_start_time_seconds 1000\nmarketplace_protocol_aborts_total{cause=\"failure\"} 2", null, null)]
    [InlineData("marketplace_gateway_start_time_seconds 1000\nmarketplace_gateway_refusals_total{reason=\"resetting\"} 2", null, null)]
    [InlineData(
        "marketplace_gateway_start_time_seconds 1000\nmarketplace_gateway_refusals_total{reason=\"aborted\"} 2",
        null,
        "explains 0: 2 requests answered aborted")]
    [InlineData(
        "marketplace_gateway_start_time_seconds 1000\nmarketplace_gateway_refusals_total{reason=\"storage-unavailable\"} 2",
        null,
        "explains 0: 2 requests answered storage-unavailable")]
    public async Task Answers_503_need_reasons_that_the_silo_has_counted(string metrics, string? note, string? witness)
    {
        (_world.Metrics, _world.AttemptsMax) = (metrics, 11);
        foreach (var customer in (int[])[1, 2])
        {
            var tid = _world.NoCheckout(customer, OutcomeClass.Aborted, CheckoutStage.Requested, World.Item(1, 1));
            var index = _world.History.FindIndex(operation => operation.Tid == tid);
            _world.History[index] = (CheckoutOperation)_world.History[index] with { HttpStatus = 503 };
        }

        var check = (await _world.Audit()).Check(Check);

        Assert.Equal(witness is null ? 0 : 1, check.Violations);
        Assert.All(check.Witnesses, found => Assert.Contains(witness!, found, StringComparison.Ordinal));
        Assert.Contains(note ?? "", check.Note ?? "", StringComparison.Ordinal);
        Assert.Equal(note is null, check.Note is null);
    }

    // The driver put these into the cart too, and was told that they are there.
    private void Send(string tid, params SentItem[] items)
    {
        var index = _world.History.FindIndex(operation => operation.Tid == tid);
        var checkout = (CheckoutOperation)_world.History[index];
        _world.History[index] = checkout with { Items = checkout.Items.AddRange(items) };
    }
}
