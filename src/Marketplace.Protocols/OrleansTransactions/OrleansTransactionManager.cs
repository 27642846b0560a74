using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// What is left to do when Orleans has ended a transaction: to tell the grains where it emitted something, and to wait for that.
/// </summary>
internal sealed class OrleansTransactionManager(Coordinator coordinator, ProtocolOptions options) : ITransactionManager
{
    /// <inheritdoc/>
    public TransactionScope Begin() => coordinator.Begin();

    /// <inheritdoc/>
    public async ValueTask<TransactionAbortedException?> Commit(TransactionScope scope)
    {
        await coordinator.EndCommitted(scope, new CommitPrepared(scope.Id));
        return null;
    }

    /// <inheritdoc/>
    public Task Abort(TransactionScope scope, AbortCause cause) => coordinator.Abort(scope, cause);

    /// <summary>Gives up a transaction of which Orleans does not know whether it is committed.</summary>
    /// <param name="scope">The transaction.</param>
    public void EndInDoubt(TransactionScope scope) =>
        coordinator.EndLater(scope, new EndInDoubt(scope.Id), after: options.Timeout * 3);
}
