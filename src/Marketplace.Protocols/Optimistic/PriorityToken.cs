using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Optimistic;

/// <summary>
/// Keeps transactions that were aborted several times from starving: one at a time of a silo has priority. It keeps others out of each grain
/// from its first access on, so that nothing which it has read changes, and waits for the votes of those who were first.
/// </summary>
/// <remarks>
/// Of several that have priority on several silos the oldest never gives way (<see cref="CommitLock.MayWait"/>). So the aborts of a
/// transaction by conflict are bounded: by the attempts before it has priority, and by the silos that have older ones.
/// </remarks>
internal sealed class PriorityToken(ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time)
{
    private const int AttemptsBefore = 3;

    private readonly int _from = FirstAttempt(options);
    private readonly Lock _lock = new();
    private readonly List<(RunningTransaction Running, TaskCompletionSource Granted)> _waiting = [];
    private RunningTransaction? _holder;

    /// <summary>From how many aborted attempts on the next one has priority.</summary>
    public static int FirstAttempt(ProtocolOptions options) => Math.Clamp(options.Retries, 1, AttemptsBefore);

    /// <summary>Whether an attempt needs priority.</summary>
    /// <param name="attempt">How many others of its transaction were aborted before it.</param>
    public bool IsNeededBy(int attempt) => attempt >= _from;

    /// <summary>Waits until an attempt has the token.</summary>
    /// <returns>When it has it.</returns>
    /// <exception cref="TransactionAbortedException">It took too long.</exception>
    public Task Acquire(RunningTransaction running)
    {
        TaskCompletionSource granted;
        lock (_lock)
        {
            if (_holder is null)
            {
                _holder = running;
                return Task.CompletedTask;
            }

            granted = new(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add((running, granted));
        }

        metrics.Waited();
        return Wait(running, granted.Task);
    }

    /// <summary>Whether an attempt has the token.</summary>
    /// <returns>True from the end of its wait until it leaves.</returns>
    public bool IsHeldBy(RunningTransaction running) => Volatile.Read(ref _holder) == running;

    /// <summary>The attempt is over, or does not wait any more.</summary>
    public void Release(RunningTransaction running)
    {
        lock (_lock)
        {
            if (_holder != running)
            {
                _waiting.RemoveAll(waiting => waiting.Running == running);
                return;
            }

            _holder = null;
            if (_waiting.Count > 0)
            {
                (_holder, var granted) = _waiting[0];
                _waiting.RemoveAt(0);
                granted.TrySetResult();
            }
        }
    }

    private async Task Wait(RunningTransaction running, Task granted)
    {
        try
        {
            await granted.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            Release(running);
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {running.Id} waited longer than {options.Timeout} for those that had priority before it.");
        }
    }
}
