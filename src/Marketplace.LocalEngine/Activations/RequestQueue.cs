using Marketplace.Actors.CodeGeneration;

namespace Marketplace.LocalEngine.Activations;

/// <summary>Requests that may not start yet, in the order of their arrival. Used within turns only.</summary>
internal struct RequestQueue
{
    private IGrainRequest? _first;
    private IGrainRequest? _last;

    public int Count { get; private set; }

    public void Add(IGrainRequest request)
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
    public IGrainRequest? TakeFirst<TState>(Func<TState, IGrainRequest, bool> test, TState state)
    {
        IGrainRequest? previous = null;
        for (var request = _first; request is not null; previous = request, request = (IGrainRequest?)request.Next)
        {
            if (!test(state, request))
                continue;
            var next = (IGrainRequest?)request.Next;
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
