namespace Marketplace.Protocols.Saga;

/// <summary>
/// A step that would build on one of a saga under way waits until that saga is over: otherwise it could no longer be compensated. A wait
/// that would close a circle is refused.
/// </summary>
internal sealed class SagaWaits(ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time)
{
    private readonly Lock _lock = new();
    private readonly List<(SagaScope Waiting, SagaScope For)> _waits = [];

    /// <summary>Waits.</summary>
    /// <param name="saga">Who waits.</param>
    /// <param name="other">Whom it waits for.</param>
    /// <returns>When the other one is over.</returns>
    /// <exception cref="TransactionAbortedException">The other one waits for this one, or takes too long.</exception>
    public async Task Wait(SagaScope saga, SagaScope other)
    {
        lock (_lock)
        {
            if (WaitsFor(other, saga))
            {
                throw new TransactionAbortedException(AbortCause.Conflict, $"Saga {saga.Id} and saga {other.Id} would wait for each other.");
            }

            _waits.Add((saga, other));
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
                _waits.Remove((saga, other));
            }
        }
    }

    // There is no circle yet, so this comes to an end.
    private bool WaitsFor(SagaScope saga, SagaScope other)
    {
        if (saga == other)
        {
            return true;
        }

        foreach (var (waiting, waitedFor) in _waits)
        {
            if (waiting == saga && WaitsFor(waitedFor, other))
            {
                return true;
            }
        }

        return false;
    }
}
