using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Optimistic;

/// <summary>Two-phase commit in which the vote of a participant is its validation.</summary>
internal sealed class OptimisticManager(Coordinator coordinator, PriorityToken priority) : ITransactionManager
{
    /// <inheritdoc/>
    public TransactionScope Begin() => coordinator.Begin();

    /// <inheritdoc/>
    public ValueTask<TransactionAbortedException?> Commit(TransactionScope scope) =>
        priority.IsHeldBy(scope) ? CommitAndLeave(scope) : coordinator.Commit(scope);

    /// <inheritdoc/>
    public Task Abort(TransactionScope scope, AbortCause cause) =>
        priority.IsHeldBy(scope) ? AbortAndLeave(scope, cause) : coordinator.Abort(scope, cause);

    /// <inheritdoc/>
    /// <remarks>
    /// Until it is validated an attempt may have seen grains as they never were at one moment, and business code may then throw for no
    /// fault of its own.
    /// </remarks>
    public ValueTask<TransactionAbortedException?> Examine(TransactionScope scope) => coordinator.Validate(scope);

    private async ValueTask<TransactionAbortedException?> CommitAndLeave(TransactionScope scope)
    {
        try
        {
            return await coordinator.Commit(scope);
        }
        finally
        {
            priority.Release(scope);
        }
    }

    private async Task AbortAndLeave(TransactionScope scope, AbortCause cause)
    {
        try
        {
            await coordinator.Abort(scope, cause);
        }
        finally
        {
            priority.Release(scope);
        }
    }
}
