namespace Marketplace.Protocols.Saga;

/// <summary>
/// A step that would build on one of a saga under way waits until that saga is over: otherwise it could no longer be compensated. A wait
/// that would close a circle is refused.
/// </summary>
internal sealed class SagaWaits(ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time)
{
    private readonly Lock _lock = new();
    private int _search;

    /// <summary>Waits.</summary>
    /// <returns>When the other one is over.</returns>
    /// <exception cref="TransactionAbortedException">The other one waits for this one, or takes too long.</exception>
    public async Task Wait(RunningSaga saga, RunningSaga other)
    {
        lock (_lock)
        {
            _search++;
            if (WaitsFor(other, saga))
                throw new TransactionAbortedException(AbortCause.Conflict, $"Saga {saga.Id} and saga {other.Id} would wait for each other.");

            saga.WaitsFor.Add(other);
        }

        metrics.Waited();
        try
        {
            await other.Over.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            throw new TransactionAbortedException(AbortCause.Timeout, $"Saga {saga.Id} waited longer than {options.Timeout} for saga {other.Id}.");
        }
        finally
        {
            lock (_lock)
            {
                saga.WaitsFor.Remove(other);
            }
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
