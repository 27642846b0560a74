namespace Marketplace.Protocols.Saga;

/// <summary>
/// Which sagas wait for which: a step that would build on one of a saga under way waits until that saga is over, as otherwise that could no
/// longer be compensated. A wait that would close a cycle is refused.
/// </summary>
internal sealed class SagaWaits
{
    private readonly Lock _lock = new();
    private int _search;

    /// <summary>A saga is about to wait for another.</summary>
    /// <returns>False if the other one waits for it.</returns>
    public bool TryAdd(RunningSaga saga, RunningSaga other)
    {
        lock (_lock)
        {
            _search++;
            if (WaitsFor(other, saga))
                return false;

            saga.WaitsFor.Add(other);
            return true;
        }
    }

    /// <summary>It waits no more.</summary>
    public void Remove(RunningSaga saga, RunningSaga other)
    {
        lock (_lock)
        {
            saga.WaitsFor.Remove(other);
        }
    }

    // Each saga is looked at once: several calls of one can wait at a time, so there are many more ways than sagas.
    private bool WaitsFor(RunningSaga saga, RunningSaga other)
    {
        if (saga == other)
            return true;

        if (saga.SeenInSearch == _search)
            return false;

        saga.SeenInSearch = _search;
        foreach (var next in saga.WaitsFor)
        {
            if (WaitsFor(next, other))
                return true;
        }

        return false;
    }
}
