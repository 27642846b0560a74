using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Cart;

/// <summary>
/// Lets one checkout of a cart in at a time. It belongs to the activation, not to the state: while a checkout is under way nothing of it
/// is committed yet. An entry whose owner vanished expires.
/// </summary>
internal sealed class CheckoutGate(TimeProvider time, TimeSpan lease)
{
    private Entry? _entry;

    /// <summary>True while a checkout is under way.</summary>
    public bool IsTaken => Current() is not null;

    /// <summary>True while the checkout of a tid is under way, and keeps others out.</summary>
    public bool IsHeldBy(string tid) => Current()?.Tid == tid;

    /// <summary>Opens a checkout, once it is clear what becomes of another one with the same tid.</summary>
    public async Task<CheckoutOpening> Open(string tid)
    {
        while (TryBegin(tid) is { } other)
        {
            if (other.Tid != tid)
                return CheckoutOpening.Say(CartRefusals.InFlight);

            // A repeat joins; if what it joined was aborted, it runs in its place.
            if (await other.Answer is { } joined)
                return CheckoutOpening.Say(joined);
        }

        return CheckoutOpening.Proceed;
    }

    /// <summary>Enters, if nobody is in.</summary>
    /// <returns>Null if entered; else who is in, with a task that ends with the answer (null after an abort).</returns>
    public (string Tid, Task<CheckoutAnswer?> Answer)? TryBegin(string tid)
    {
        if (Current() is { } other)
            return (other.Tid, other.Answer.Task);

        _entry = new Entry(tid, time.GetTimestamp(), new(TaskCreationOptions.RunContinuationsAsynchronously));
        return null;
    }

    /// <summary>Leaves. Does nothing for one that is not in.</summary>
    /// <param name="answer">How it ended; null if it was aborted.</param>
    public void End(string tid, CheckoutAnswer? answer)
    {
        if (_entry is { } entry && entry.Tid == tid)
        {
            _entry = null;
            entry.Answer.SetResult(answer);
        }
    }

    private Entry? Current()
    {
        if (_entry is { } entry && time.GetElapsedTime(entry.Since) > lease)
            End(entry.Tid, null);

        return _entry;
    }

    private sealed record Entry(string Tid, long Since, TaskCompletionSource<CheckoutAnswer?> Answer);
}
