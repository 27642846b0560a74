namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// How a consumer knows repeats, and for how long it has to. A call is refused when it is older than <paramref name="validity"/>; so an event
/// can be forgotten that long after its call was made, by the same clock, and nothing is taken for new that was forgotten.
/// </summary>
/// <param name="validity">How old a call may be.</param>
internal sealed class Inbox(TimeSpan validity)
{
    /// <summary>An event has arrived.</summary>
    /// <param name="now">The time, UTC ticks.</param>
    /// <exception cref="TimeoutException">The call is so old that it can't be known whether it is a repeat.</exception>
    public (DeliveryState Book, EventStage Stage) Receive(DeliveryState book, EventStamp stamp, long now)
    {
        now = Math.Max(now, book.Latest);
        if (now - stamp.Sent > validity.Ticks)
        {
            throw new TimeoutException(
                $"A call that delivers {stamp.Id} came {TimeSpan.FromTicks(now - stamp.Sent).TotalSeconds:0.0} s after it was made; it is refused.");
        }

        if (InboxEntry.Has(book.Recent, stamp) || InboxEntry.Has(book.Earlier, stamp))
            return (book with { Arrivals = book.Arrivals + 1, Latest = now }, EventStage.Repeated);

        // The earlier ones are forgotten all at once, when the last of them is old: to look for the old ones among them, and to take these out one
        // by one, costs more than to have them for twice the time.
        var begins = book.Earlier is null || now - book.Earlier.LastSent > validity.Ticks;
        return (
            book with
            {
                Arrivals = book.Arrivals + 1,
                Latest = now,
                Recent = new InboxEntry(stamp, begins ? null : book.Recent),
                Earlier = begins ? book.Recent : book.Earlier,
            },
            EventStage.Applied);
    }
}
