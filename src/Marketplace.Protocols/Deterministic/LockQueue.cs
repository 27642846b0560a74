namespace Marketplace.Protocols.Deterministic;

/// <summary>The transactions that declared one grain, in the order in which they are going to touch it.</summary>
/// <param name="grain">Place of the grain in the global order.</param>
internal sealed class LockQueue((int Rank, long Key) grain)
{
    private LockRequest? _first;
    private LockRequest? _last;
    private int _writers;

    /// <summary>Place of the grain in the global order.</summary>
    public (int Rank, long Key) Grain => grain;

    /// <summary>Whether nobody is in it.</summary>
    public bool IsEmpty => _first is null;

    /// <summary>Puts a request at the end.</summary>
    public void Append(LockRequest request)
    {
        request.IsGranted = _first is null || (!request.IsWrite && _writers == 0);
        InsertAfter(_last, request);
    }

    /// <summary>
    /// Puts a request behind those whose transactions run, before those that wait; what these had been granted is taken back.
    /// </summary>
    public void Insert(LockRequest request)
    {
        var previous = _last;
        while (previous is { Transaction.HasStarted: false })
            previous = previous.Previous;

        InsertAfter(previous, request);
        request.IsGranted = IsFreeOf(request.Previous, request.IsWrite);
        for (var behind = request.Next; behind is not null; behind = behind.Next)
        {
            if (behind.IsGranted && (request.IsWrite || behind.IsWrite))
            {
                behind.IsGranted = false;
                behind.Transaction.Waits++;
            }
        }
    }

    /// <summary>Takes a request out, and grants what waited for it.</summary>
    /// <param name="started">Gets the transactions that wait for nothing any more.</param>
    public void Remove(LockRequest request, ref List<SequencedTransaction>? started)
    {
        Link(request.Previous, request.Next);
        _writers -= request.IsWrite ? 1 : 0;
        for (var next = _first; next is not null && (next == _first || !next.IsWrite); next = next.Next)
        {
            if (!next.IsGranted)
            {
                next.IsGranted = true;
                if (--next.Transaction.Waits == 0)
                    (started ??= []).Add(next.Transaction);
            }

            if (next.IsWrite)
                return;
        }
    }

    private static bool IsFreeOf(LockRequest? previous, bool isWrite)
    {
        while (previous is { IsWrite: false } && !isWrite)
            previous = previous.Previous;

        return previous is null;
    }

    private void InsertAfter(LockRequest? previous, LockRequest request)
    {
        var next = previous is null ? _first : previous.Next;
        Link(previous, request);
        Link(request, next);
        _writers += request.IsWrite ? 1 : 0;
    }

    private void Link(LockRequest? previous, LockRequest? next)
    {
        if (previous is null)
            _first = next;
        else
            previous.Next = next;

        if (next is null)
            _last = previous;
        else
            next.Previous = previous;
    }
}
