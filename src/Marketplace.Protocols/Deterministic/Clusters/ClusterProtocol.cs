using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>
/// `deterministic` for several silos: one sequencer gives all transactions their order, with one message for all grains of a transaction. The
/// grains hold locks besides and transactions end by two-phase commit, so a lost sequencer costs time, and never isolation.
/// </summary>
internal sealed class ClusterProtocol(SequencedCoordinator coordinator, TransactionRunner runner) : ITransactionProtocol
{
    public bool NeedsAccesses => true;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(coordinator, declaration, argument, body, Declare);

    public Task Declare(TransactionContext tx, AccessSet accesses) =>
        accesses.Accesses.IsEmpty ? Task.CompletedTask : coordinator.Enter(
            tx.Running ?? throw new InvalidOperationException("Only the entry point of a transaction can declare grains."), accesses);
}
