namespace Marketplace.Engine.Turns;

/// <summary>
/// What waits for a turn of one activation, and the turn token, in one word: empty and free, empty and claimed, or claimed with items.
/// So a free activation is claimed, and a claimed one given free, by one interlocked operation.
/// </summary>
internal struct Mailbox
{
    private static readonly WorkItem Claimed = new ClaimedMark();

    // Null: free. Otherwise the newest item; the oldest one's Next is the mark.
    private WorkItem? _newest;

    /// <summary>Whether it is empty and free.</summary>
    public readonly bool IsFree => _newest is null;

    /// <summary>Claims the turn token if nobody has it.</summary>
    public bool TryClaim() => Interlocked.CompareExchange(ref _newest, Claimed, null) is null;

    /// <summary>Gives the token back, unless items have come.</summary>
    public bool TryRelease() => ReferenceEquals(Interlocked.CompareExchange(ref _newest, null, Claimed), Claimed);

    /// <returns>Whether that claimed the turn token, which the caller must see to.</returns>
    public bool Add(WorkItem item)
    {
        var newest = Volatile.Read(ref _newest);
        while (true)
        {
            item.Next = newest ?? Claimed;
            var seen = Interlocked.CompareExchange(ref _newest, item, newest);
            if (ReferenceEquals(seen, newest))
                return newest is null;
            newest = seen;
        }
    }

    /// <summary>Takes all items, oldest first, linked; null if there are none. The token stays with the caller.</summary>
    public WorkItem? TakeAll()
    {
        if (ReferenceEquals(Volatile.Read(ref _newest), Claimed))
            return null;
        var item = Interlocked.Exchange(ref _newest, Claimed)!;
        WorkItem? oldest = null;
        while (!ReferenceEquals(item, Claimed))
        {
            var older = item.Next!;
            item.Next = oldest;
            oldest = item;
            item = older;
        }

        return oldest;
    }

    /// <summary>Never linked to anything; it ends the list.</summary>
    private sealed class ClaimedMark : WorkItem;
}

/// <summary>Something that waits in the mailbox of an activation: linked there without an allocation.</summary>
internal abstract class WorkItem
{
    public WorkItem? Next { get; set; }
}
