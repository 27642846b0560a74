namespace Marketplace.Grains.EventDelivery;

/// <summary>Takes the events of one update. Where there is no outbox it keeps none: they are told by calls.</summary>
/// <param name="state">The state that is updated; null without an outbox.</param>
internal readonly struct OutboxWriter(IEventState? state, List<int>? posted)
{
    /// <summary>Puts an event into the outbox.</summary>
    /// <param name="told">The event; null if there is none.</param>
    /// <returns>The event, to be told when the update is done.</returns>
    public OutboxRow? Post(OutboxRow? told)
    {
        if (state is not null && told is not null)
        {
            var book = state.Book ?? DeliveryState.Empty;
            var kept = (book.Kept ?? KeptEvents.Empty).With(told.WithoutCard());
            state.Book = book with { Kept = kept };
            posted!.Add(kept.Posted);
        }

        return told;
    }
}
