using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Optimistic;

/// <summary>Two-phase commit in which the vote of a participant is its validation.</summary>
internal sealed class OptimisticManager(Coordinator coordinator, PriorityToken priority) : ITransactionManager
{
    public RunningTransaction Begin() => coordinator.Begin();

    public ValueTask<TransactionAbortedException?> Commit(RunningTransaction running) =>
        priority.IsHeldBy(running) ? CommitAndLeave(running) : coordinator.Commit(running);

    public Task Abort(RunningTransaction running, AbortCause cause) =>
        priority.IsHeldBy(running) ? AbortAndLeave(running, cause) : coordinator.Abort(running, cause);

    /// <remarks>
    /// Until it is validated an attempt may have seen grains as they never were at one moment, and business code may then throw for no
    /// fault of its own.
    /// </remarks>
    public ValueTask<TransactionAbortedException?> Examine(RunningTransaction running) => coordinator.Validate(running);

    private async ValueTask<TransactionAbortedException?> CommitAndLeave(RunningTransaction running)
    {
        try
        {
            return await coordinator.Commit(running);
        }
        finally
        {
            priority.Release(running);
        }
    }

    private async Task AbortAndLeave(RunningTransaction running, AbortCause cause)
    {
        try
        {
            await coordinator.Abort(running, cause);
        }
        finally
        {
            priority.Release(running);
        }
    }
}
