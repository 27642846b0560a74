namespace Marketplace.Grains.EventDelivery;

/// <summary>Takes the events of one update. Where there is no outbox it takes none, and they are told by calls.</summary>
/// <param name="state">The state that is updated; null without an outbox.</param>
/// <param name="posted">Receives the numbers of what was taken.</param>
internal readonly struct OutboxWriter(IEventState? state, List<int>? posted)
{
    /// <summary>Puts an event into the outbox.</summary>
    /// <typeparam name="TEvent">The event.</typeparam>
    /// <param name="told">The event; null if there is none.</param>
    /// <param name="row">Makes its row.</param>
    public void Post<TEvent>(TEvent? told, Func<TEvent, OutboxRow> row)
        where TEvent : class => Post(told, row, static (e, make) => make(e));

    /// <summary>Puts an event into the outbox.</summary>
    /// <typeparam name="TEvent">The event, or what it is made of.</typeparam>
    /// <typeparam name="TArgument">What its row needs besides.</typeparam>
    /// <param name="told">The event; null if there is none.</param>
    /// <param name="argument">Passed to the function.</param>
    /// <param name="row">Makes its row.</param>
    public void Post<TEvent, TArgument>(TEvent? told, TArgument argument, Func<TEvent, TArgument, OutboxRow> row)
        where TEvent : class
    {
        if (state is null || told is null)
        {
            return;
        }

        var book = state.Book ?? DeliveryState.Empty;
        var kept = (book.Kept ?? KeptEvents.Empty).With(row(told, argument));
        state.Book = book with { Kept = kept };
        posted!.Add(kept.Posted);
    }
}
