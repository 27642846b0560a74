using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// How a consumer knows repeats, and for how long it has to. A call is refused when it is older than <paramref name="validity"/>; so an event
/// can be forgotten that long after its call was made, by the same clock, and nothing is taken for new that was forgotten.
/// </summary>
/// <param name="validity">How old a call may be.</param>
internal sealed class Inbox(TimeSpan validity)
{
    private const int RecentMin = 32;

    /// <summary>An event has arrived.</summary>
    /// <param name="now">The time, UTC ticks.</param>
    /// <exception cref="TimeoutException">The call is so old that it can't be known whether it is a repeat.</exception>
    public (DeliveryState Book, EventStage Stage) Receive(DeliveryState book, EventStamp stamp, long now)
    {
        now = Math.Max(now, book.Latest);
        if (IsOld(stamp.Sent, now))
        {
            throw new TimeoutException(
                $"A call that delivers {stamp.Id} came {TimeSpan.FromTicks(now - stamp.Sent).TotalSeconds:0.0} s after it was made; it is refused.");
        }

        book = book with { Arrivals = book.Arrivals + 1, Latest = now };
        var recent = book.Recent;
        if (!InboxRow.TryAdd(ref recent, new InboxEntry(stamp.Id, stamp.Attempt, stamp.Sent)))
            return (book, EventStage.Repeated);

        // Looking at all of them once in a while costs each of them little.
        if (recent.Count > Math.Max(RecentMin, book.RecentMax))
        {
            recent = Young(recent, now);
            return (book with { Recent = recent, RecentMax = 2 * recent.Count }, EventStage.Applied);
        }

        return (book with { Recent = recent }, EventStage.Applied);
    }

    private bool IsOld(long sent, long now) => now - sent > validity.Ticks;

    private RowMap<InboxRow> Young(RowMap<InboxRow> rows, long now)
    {
        var young = rows;
        foreach (var row in rows.Values)
        {
            foreach (var entry in row.Entries)
                young = IsOld(entry.Sent, now) ? InboxRow.Remove(young, entry) : young;
        }

        return young;
    }
}

/// <summary>An event that took effect.</summary>
/// <param name="Attempt">The attempt to run its transaction: what another attempt told of was rolled back.</param>
/// <param name="Sent">When the call was made, UTC ticks.</param>
[GenerateSerializer, Immutable]
internal readonly record struct InboxEntry(EventId Id, long Attempt, long Sent);
