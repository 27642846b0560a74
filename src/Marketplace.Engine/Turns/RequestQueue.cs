namespace Marketplace.Engine.Turns;

/// <summary>Requests that may not start yet, in the order of their arrival. Used within turns only.</summary>
internal struct RequestQueue
{
    private GrainRequest? _first;
    private GrainRequest? _last;

    public int Count { get; private set; }

    public void Add(GrainRequest request)
    {
        request.Next = null;
        if (_last is null)
            _first = request;
        else
            _last.Next = request;
        _last = request;
        Count++;
    }

    /// <summary>Takes the first request for which the test holds; null if there is none.</summary>
    public GrainRequest? TakeFirst<TState>(Func<TState, GrainRequest, bool> test, TState state)
    {
        GrainRequest? previous = null;
        for (var request = _first; request is not null; previous = request, request = (GrainRequest?)request.Next)
        {
            if (!test(state, request))
                continue;
            var next = (GrainRequest?)request.Next;
            if (previous is null)
                _first = next;
            else
                previous.Next = next;
            if (next is null)
                _last = previous;
            request.Next = null;
            Count--;
            return request;
        }

        return null;
    }
}
