using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// What is left to do when Orleans has ended a transaction: to tell the grains where it emitted something, and to wait for that.
/// </summary>
internal sealed class OrleansTransactionManager(Coordinator coordinator, ProtocolOptions options) : ITransactionManager
{
    public RunningTransaction Begin() => coordinator.Begin();

    public async ValueTask<TransactionAbortedException?> Commit(RunningTransaction running)
    {
        await coordinator.EndCommitted(running, new CommitPrepared(running.Id));
        return null;
    }

    public Task Abort(RunningTransaction running, AbortCause cause) => coordinator.Abort(running, cause);

    /// <summary>Gives up a transaction of which Orleans does not know whether it is committed.</summary>
    public void EndInDoubt(RunningTransaction running) =>
        coordinator.EndLater(running, new EndInDoubt(running.Id), after: options.Timeout * 3);
}
