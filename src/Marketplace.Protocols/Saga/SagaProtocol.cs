using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// Sagas (Garcia-Molina and Salem, SIGMOD 1987): what a transaction does to a grain commits at once, as a step; if the transaction fails
/// the steps done are compensated in reverse order. Atomic in the end, not isolated.
/// </summary>
/// <param name="manager">Ends sagas of one silo alone, or of a cluster.</param>
internal sealed class SagaProtocol(ITransactionManager manager, TransactionRunner runner) : ITransactionProtocol
{
    public bool NeedsAccesses => false;
    public TransactionIsolation Isolation => SagaRegistration.Protocol.Isolation;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(manager, declaration, argument, body, static (_, _) => Task.CompletedTask);

    public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;
}
