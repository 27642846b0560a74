using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// Which sagas wait for which: a step that would build on one of a saga under way waits until that saga is over, as otherwise that could no
/// longer be compensated. A wait that would close a cycle is refused. No silo of a cluster sees all waits, so there a saga waits only for younger
/// ones, and for those that wait for none any more (wait-die).
/// </summary>
/// <param name="spansSilos">Whether sagas of other silos come here.</param>
internal sealed class SagaWaits(bool spansSilos = false)
{
    private readonly Lock _lock = new();
    private int _search;

    /// <summary>Whether sagas of other silos come here.</summary>
    public bool SpanSilos => spansSilos;

    /// <summary>A saga is about to wait for another.</summary>
    /// <returns>False if it may not.</returns>
    public bool TryAdd(in AccessRequest request, SagaBranch other) => spansSilos
        ? other.IsLeft || other.Saga.IsEnding || other.IsYoungerThan(request)
        : TryAdd((RunningSaga)request.Running!, other.Saga);

    /// <summary>It waits no more.</summary>
    public void Remove(in AccessRequest request, SagaBranch other)
    {
        if (!spansSilos)
            Remove((RunningSaga)request.Running!, other.Saga);
    }

    /// <summary>A saga is about to wait for another of its silo.</summary>
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
