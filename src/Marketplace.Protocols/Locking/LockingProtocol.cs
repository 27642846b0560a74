using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Locking;

/// <summary>Strict two-phase locking with wait-die, and two-phase commit (Gray and Reuter). Transactions need not declare anything.</summary>
internal sealed class LockingProtocol(Coordinator coordinator, TransactionRunner runner) : ITransactionProtocol
{
    public bool NeedsAccesses => false;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(coordinator, declaration, argument, body, static (_, _) => Task.CompletedTask);

    public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;
}
