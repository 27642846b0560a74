using Marketplace.Actors.CodeGeneration;

namespace Marketplace.LocalEngine.Activations;

/// <summary>
/// What waits for a turn of one activation, and the right to run its turns, in one word: empty and free, empty and claimed, or
/// claimed with items. So a free activation is claimed, and a claimed one given free, by one interlocked operation.
/// </summary>
internal struct Mailbox
{
    private static readonly IWorkItem Claimed = new ClaimedMark();

    // Null: free. Otherwise the newest item; the oldest one's Next is the mark.
    private IWorkItem? _newest;

    /// <summary>Claims the right to run turns if nobody has it.</summary>
    public bool TryClaim() => Interlocked.CompareExchange(ref _newest, Claimed, null) is null;

    /// <summary>Gives the right back, unless items have come.</summary>
    public bool TryRelease() => ReferenceEquals(Interlocked.CompareExchange(ref _newest, null, Claimed), Claimed);

    /// <summary>Adds an item.</summary>
    /// <returns>Whether that claimed the right to run turns, which the caller must see to.</returns>
    public bool Add(IWorkItem item)
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

    /// <summary>Takes all items, oldest first, linked; null if there are none. The right to run turns stays with the caller.</summary>
    public IWorkItem? TakeAll()
    {
        if (ReferenceEquals(Volatile.Read(ref _newest), Claimed))
            return null;
        var item = Interlocked.Exchange(ref _newest, Claimed)!;
        IWorkItem? oldest = null;
        while (!ReferenceEquals(item, Claimed))
        {
            var older = item.Next!;
            item.Next = oldest;
            oldest = item;
            item = older;
        }
        return oldest;
    }

    private sealed class ClaimedMark : IWorkItem
    {
        public IWorkItem? Next
        {
            get => null;
            set => throw new InvalidOperationException("The mark is never linked.");
        }
    }
}
