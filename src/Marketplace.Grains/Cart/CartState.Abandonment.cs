using System.Text.Json.Serialization;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Cart;

/// <content>
/// When a session counts as abandoned. It follows from what is stored, so that nothing else has to be remembered: a look at the cart at any
/// later time finds the same.
/// </content>
internal sealed partial class CartState
{
    /// <summary>When the session was last changed, UTC.</summary>
    [Id(6), JsonInclude]
    public DateTime LastOperation { get; internal set; }

    /// <summary>The last checkout, if it failed and its window has not been seen to end. Its session may have been sealed since.</summary>
    [Id(7), JsonInclude]
    public FailedCheckout? Failed { get; internal set; }

    /// <summary>What is known of a checkout before it runs; a session that counts as abandoned has to be closed first.</summary>
    /// <param name="now">The time, UTC.</param>
    /// <param name="window">How long nothing must have happened.</param>
    /// <returns>Null if it has to run.</returns>
    public Answer<CheckoutAnswer>? AnswerTo(string tid, DateTime now, TimeSpan window) =>
        LastAnswer?.Tid != tid && IsOverdue(now, window) ? CartRefusals.Overdue : AnswerTo(tid);

    /// <summary>Notes an operation on the session.</summary>
    /// <param name="now">When, UTC.</param>
    /// <returns>The same.</returns>
    public Refusal? Touch(Refusal? refusal, DateTime now)
    {
        LastOperation = refusal is null ? now : LastOperation;
        return refusal;
    }

    /// <summary>Ends an attempt, and begins the window of one that failed.</summary>
    /// <param name="began">When it began, UTC.</param>
    public void Conclude(CheckoutAnswer answer, DateTime began)
    {
        (Failed, LastOperation) = (answer.Outcome == CheckoutOutcome.Committed ? null : new(Session, Items.Length, began), began);
        End(answer);
    }

    /// <summary>When the next session counts as abandoned, if nothing happens until then.</summary>
    /// <param name="window">How long nothing must happen.</param>
    /// <returns>UTC; null if none will.</returns>
    public DateTime? Due(TimeSpan window)
    {
        var failed = Failed?.Time + window;
        var idle = IsPending ? LastOperation + window : (DateTime?)null;
        return failed is null || idle < failed ? idle : failed;
    }

    /// <summary>Whether a session counts as abandoned, and is not yet closed.</summary>
    /// <param name="now">The time, UTC.</param>
    /// <param name="window">How long nothing must have happened.</param>
    /// <returns>True after the window; at its very end an operation is still in time.</returns>
    public bool IsOverdue(DateTime now, TimeSpan window) => now > Due(window);

    /// <summary>Closes the sessions that count as abandoned.</summary>
    /// <param name="now">The time, UTC.</param>
    /// <param name="window">How long nothing must have happened.</param>
    public ImmutableArray<CartAbandoned> Abandon(int customerId, string tid, DateTime now, TimeSpan window)
    {
        ImmutableArray<CartAbandoned> abandoned = [];
        if (Failed is { } failed && now > failed.Time + window)
        {
            abandoned = [new(tid, customerId, failed.Session, AbandonReason.Failed, failed.Items, failed.Time + window)];
            Failed = null;
            if (failed.Session == Session)
                EndSession();
        }

        if (IsPending && now > LastOperation + window)
        {
            abandoned = abandoned.Add(new(tid, customerId, Session, AbandonReason.Idle, Items.Length, LastOperation + window));
            EndSession();
        }

        return abandoned;
    }

    /// <summary>Gives the session up. It is abandoned if it has items and no checkout of it has failed: then that one's window decides.</summary>
    /// <param name="now">The time, UTC.</param>
    /// <param name="window">How long nothing must have happened for a session to be abandoned before.</param>
    public ImmutableArray<CartAbandoned> Seal(int customerId, string tid, DateTime now, TimeSpan window)
    {
        var abandoned = Abandon(customerId, tid, now, window);
        if (IsPending)
            abandoned = abandoned.Add(new(tid, customerId, Session, AbandonReason.Sealed, Items.Length, now));

        // Also where there is nothing to give up: if a checkout is to be taken back that has ended the session, this came after it, and has to
        // wait for that.
        LastOperation = now;
        EndSession();
        return abandoned;
    }

    // A session with items of which no checkout has failed.
    private bool IsPending => SessionOpen && Items.Length > 0 && Failed?.Session != Session;
}
