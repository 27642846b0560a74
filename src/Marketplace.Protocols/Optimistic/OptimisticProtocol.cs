using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Optimistic;

/// <summary>
/// Optimistic concurrency control (Kung and Robinson, 1981) over grains, as in Reactors (Shah and Salles, SIGMOD 2018): a transaction reads
/// versions and writes to copies of its own; at the end its participants check that nobody has changed what it saw, and install what it
/// wrote. Transactions need not declare anything.
/// </summary>
/// <remarks>
/// Why it is serializable. A participant votes yes if the version that was seen is the current one and it gets the grain's
/// <see cref="CommitLock"/>, which it keeps until the decision: for itself if it wrote, together with other readers if not. At the
/// moment of the last vote all that the transaction has seen is current and nobody else can change it, so the transaction is as if it
/// had run at that moment alone; and that moment lies between its begin and its answer. Readers keep the lock too: one that only checked
/// and let go could be overtaken by a writer before another participant of its transaction has voted (write skew). Silo (Tu et al.,
/// SOSP 2013) gets there without locks for readers, by checking them when all writers are locked; over messages that is a round more.
/// </remarks>
internal sealed class OptimisticProtocol(OptimisticManager manager, PriorityToken priority, TransactionRunner runner) : ITransactionProtocol
{
    public bool NeedsAccesses => false;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(manager, declaration, argument, body, Begin);

    public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;

    private Task Begin(TransactionContext tx, AccessSet accesses) =>
        priority.IsNeededBy(tx.Attempt) ? priority.Acquire(tx.Running!) : Task.CompletedTask;
}
