namespace Marketplace.Protocols.None;

/// <summary>
/// No protocol: plain calls, no isolation between grains, no roll-back. It is the upper bound that every protocol is compared with.
/// </summary>
internal sealed class NoneProtocol : ITransactionProtocol
{
    /// <inheritdoc/>
    public bool NeedsAccesses => false;

    /// <inheritdoc/>
    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        body(new TransactionContext(declaration.Tid, declaration.Kind), argument);

    /// <inheritdoc/>
    public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;
}
