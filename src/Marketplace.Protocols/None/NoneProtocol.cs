using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.None;

/// <summary>
/// No protocol: plain calls, no isolation between grains, no roll-back. It is the upper bound that every protocol is compared with.
/// A transaction ends when all that it did is stored.
/// </summary>
internal sealed class NoneProtocol : ITransactionProtocol
{
    public bool NeedsAccesses => false;
    public TransactionIsolation Isolation => NoneRegistration.Protocol.Isolation;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        var pending = new PendingWork();
        var running = body(new TransactionContext(declaration.Tid, declaration.Kind) { Pending = pending }, argument);
        return running.IsCompletedSuccessfully && pending.IsEmpty ? running : After(declaration.Kind, running, pending);
    }

    public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;

    private static async Task<TResult> After<TResult>(TransactionKind kind, Task<TResult> running, PendingWork pending)
    {
        try
        {
            try
            {
                return await running;
            }
            finally
            {
                await pending.Finish();
            }
        }
        catch (Exception exception) when (exception is StorageConflictException or StorageUnavailableException { IsOutcomeUnknown: false }
            && !IsOfOneGrain(kind))
        {
            // Of several grains some may have stored their part when the storage fails one of them.
            throw new StorageUnavailableException($"{exception.Message} Other parts of the transaction may be stored.", exception)
            {
                IsOutcomeUnknown = true,
            };
        }
    }

    private static bool IsOfOneGrain(TransactionKind kind) =>
        kind is TransactionKind.Cart or TransactionKind.Read or TransactionKind.Dashboard;
}
