namespace Marketplace.Grains.Cart;

/// <summary>When one cart has to be looked at, so that its session counts as abandoned in time.</summary>
/// <param name="options">After how long a cart is abandoned, and how often to look.</param>
internal sealed class CartSchedule(IGrainState<CartState> state, CartWatch watch, CartOptions options, TimeProvider time)
{
    private bool _isWatched;
    private DateTime _touched;

    private TimeSpan Window => options.AbandonmentWindow;

    /// <summary>Watches a cart that has become active, if something is pending there.</summary>
    public void Resume(int customerId)
    {
        if (state.Inspect(s => s.Due(Window)) is { } due)
        {
            _isWatched = true;
            watch.Add(customerId, due);
        }
    }

    /// <summary>Notes an operation.</summary>
    /// <param name="now">The time, UTC.</param>
    public void Touch(int customerId, DateTime now)
    {
        _touched = now;
        if (!_isWatched)
        {
            _isWatched = true;
            watch.Add(customerId, now + Window);
        }
    }

    /// <summary>When to look.</summary>
    /// <returns>When; nothing if none is pending.</returns>
    public async Task<CartDue> Due(TransactionContext tx)
    {
        var due = await state.Read(tx, Window, static (s, window) => s.Due(window));

        // What an operation did may not be committed yet, and then is not seen here.
        if (due is null && time.GetUtcNow().UtcDateTime <= _touched + Window)
            due = _touched + Window;

        _isWatched = due is not null;
        return new CartDue(due);
    }

    /// <summary>To be looked at once more, a period from now.</summary>
    /// <param name="now">The time, UTC.</param>
    public CartDue Later(DateTime now)
    {
        _isWatched = true;
        return new CartDue(now + options.AbandonmentPeriod);
    }
}
