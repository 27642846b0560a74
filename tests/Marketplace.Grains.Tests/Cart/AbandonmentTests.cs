using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Xunit;

namespace Marketplace.Grains.Tests.Cart;

public sealed class AbandonmentTests
{
    private static readonly TimeSpan Window = TimeSpan.FromMinutes(10);

    private readonly CartState _cart = new();

    [Fact]
    public void A_session_with_items_is_abandoned_after_the_window_and_the_end_of_it_is_in_time()
    {
        Assert.Null(_cart.Due(Window));
        Add(0);
        Add(4);
        Assert.Equal(At(14), _cart.Due(Window));
        Assert.Empty(_cart.Abandon(7, "t", At(14), Window));
        Assert.Equal(new CartAbandoned("t", 7, 1, AbandonReason.Idle, 2, At(14)), Assert.Single(_cart.Abandon(7, "t", At(30), Window)));
        Assert.Equal((false, 0, null), (_cart.SessionOpen, _cart.Items.Length, _cart.Due(Window)));
        Assert.Empty(_cart.Abandon(7, "t", At(50), Window));
        Assert.Equal("empty-cart", _cart.AnswerTo("u", At(50), Window)?.Refusal?.Type);
    }

    [Fact]
    public void A_cart_that_was_emptied_is_not_abandoned()
    {
        Add(0);
        _cart.Touch(_cart.Remove(1, 1), At(1));
        Assert.Null(_cart.Due(Window));
        Assert.Empty(_cart.Seal(7, "t", At(2), Window));
    }

    [Theory]
    [InlineData(CheckoutOutcome.Rejected)]
    [InlineData(CheckoutOutcome.PaymentFailed)]
    public void A_failed_checkout_begins_a_window_that_other_operations_do_not_prolong(CheckoutOutcome outcome)
    {
        Add(0);
        CheckOut(1, outcome);
        Add(9);
        Assert.Equal(At(11), _cart.Due(Window));
        Assert.Equal(CartRefusals.Overdue, _cart.AnswerTo("u", At(12), Window)?.Refusal);
        var abandoned = Assert.Single(_cart.Abandon(7, "", At(12), Window));
        Assert.Equal((AbandonReason.Failed, 1, At(11)), (abandoned.Reason, abandoned.Session, abandoned.Time));
        Assert.False(_cart.SessionOpen);
        Assert.Null(_cart.Due(Window));
    }

    [Fact]
    public void A_repeat_of_a_failed_checkout_is_answered_whatever_the_time()
    {
        Add(0);
        var answer = CheckOut(1, CheckoutOutcome.Rejected);
        Assert.Same(answer, _cart.AnswerTo(answer.Tid, At(60), Window)?.Value);
    }

    [Fact]
    public void Another_checkout_ends_the_window_of_one_that_failed()
    {
        Add(0);
        CheckOut(1, CheckoutOutcome.Rejected);
        CheckOut(11, CheckoutOutcome.PaymentFailed);
        Assert.Empty(_cart.Abandon(7, "", At(12), Window));
        Assert.Equal(At(21), _cart.Due(Window));
        CheckOut(20, CheckoutOutcome.Committed);
        Assert.Null(_cart.Due(Window));
    }

    [Fact]
    public void A_session_that_is_sealed_after_a_failed_checkout_is_abandoned_if_the_customer_does_not_come_back()
    {
        Add(0);
        CheckOut(1, CheckoutOutcome.Rejected);
        Assert.Empty(_cart.Seal(7, "", At(2), Window));
        Add(9);
        var both = _cart.Abandon(7, "", At(30), Window);
        Assert.Equal(
            [(AbandonReason.Failed, 1, At(11)), (AbandonReason.Idle, 2, At(19))],
            both.Select(abandoned => (abandoned.Reason, abandoned.Session, abandoned.Time)));
    }

    [Fact]
    public void A_checkout_of_the_next_session_counts_for_the_one_that_failed()
    {
        Add(0);
        CheckOut(1, CheckoutOutcome.Rejected);
        _cart.Add(Samples.Line(1, 5), 10, AfterFailure.StartNewSession);
        CheckOut(5, CheckoutOutcome.Committed);
        Assert.Equal(2, _cart.Session);
        Assert.Empty(_cart.Abandon(7, "", At(60), Window));
    }

    [Fact]
    public void A_session_that_is_sealed_without_a_checkout_is_abandoned_at_once()
    {
        Add(0);
        Assert.Equal(new CartAbandoned("t", 7, 1, AbandonReason.Sealed, 1, At(3)), Assert.Single(_cart.Seal(7, "t", At(3), Window)));
        Assert.Empty(_cart.Seal(7, "t", At(4), Window));

        // One that is sealed too late was idle before.
        Add(5);
        Assert.Equal(AbandonReason.Idle, Assert.Single(_cart.Seal(7, "t", At(16), Window)).Reason);
    }

    [Fact]
    public void A_reset_forgets_what_was_pending()
    {
        Add(0);
        CheckOut(1, CheckoutOutcome.Rejected);
        _cart.Reset();
        Assert.Null(_cart.Due(Window));
        Assert.True(_cart.IsEmpty);
    }

    [Fact]
    public void Carts_are_watched_once_and_taken_in_the_order_of_their_time()
    {
        var watch = new CartWatch();
        watch.Add(1, At(3));
        watch.Add(2, At(1));
        watch.Add(3, At(2));
        watch.Add(1, At(0));
        Assert.Equal(3, watch.Count);
        Assert.Empty(watch.DequeueDue(At(1), 10));
        Assert.Equal([2], watch.DequeueDue(At(9), 1));
        Assert.Equal([3, 1], watch.DequeueDue(At(9), 10));
        watch.Add(1, At(4));
        Assert.Equal(1, watch.Count);
    }

    private static DateTime At(double minutes) => Samples.Noon.AddMinutes(minutes);

    private void Add(double minutes) =>
        Assert.Null(_cart.Touch(_cart.Add(Samples.Line(1, _cart.Items.Length + 1), 10, AfterFailure.KeepSession), At(minutes)));

    private CheckoutAnswer CheckOut(double minutes, CheckoutOutcome outcome)
    {
        _cart.Begin(7);
        var answer = new CheckoutAnswer($"t{minutes}", outcome, 0, "", 0, 0);
        _cart.Conclude(answer, At(minutes));
        return answer;
    }
}
