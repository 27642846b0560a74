namespace Marketplace.Grains.EventDelivery;

/// <summary>An event that took effect, and those that did before it: a list that grows at its end and shares all the rest.</summary>
/// <param name="stamp">Of the call that delivered it.</param>
/// <param name="before">Those before it; null for none.</param>
/// <remarks>
/// A grain hears of many events, and of nearly all in the order in which they were sent. Such an event is new as no call before it was made
/// later; so it costs one object and no search.
/// </remarks>
internal sealed class InboxEntry(EventStamp stamp, InboxEntry? before)
{
    private readonly EventId _id = stamp.Id;
    private readonly long _attempt = stamp.Attempt;
    private readonly long _sent = stamp.Sent;

    /// <summary>When the last of their calls was made, UTC ticks.</summary>
    public long LastSent { get; } = Math.Max(stamp.Sent, before?.LastSent ?? 0);

    /// <summary>The event took effect before; null if it is the first.</summary>
    public InboxEntry? Before => before;

    /// <summary>Whether a call has delivered its event.</summary>
    /// <param name="last">The last event that took effect; null for none.</param>
    /// <param name="stamp">Of the call. Another attempt is another call, as what an attempt told of was rolled back.</param>
    public static bool Has(InboxEntry? last, EventStamp stamp)
    {
        for (var entry = last; entry is not null && entry.LastSent >= stamp.Sent; entry = entry.Before)
        {
            if (entry._sent == stamp.Sent && entry._attempt == stamp.Attempt && entry._id == stamp.Id)
                return true;
        }

        return false;
    }
}
