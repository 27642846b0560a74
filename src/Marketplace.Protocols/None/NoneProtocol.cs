using Marketplace.Protocols.Storage;

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
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        var running = body(new TransactionContext(declaration.Tid, declaration.Kind), argument);
        return running.IsCompletedSuccessfully || declaration.Kind is TransactionKind.Cart or TransactionKind.Read or TransactionKind.Dashboard
            ? running
            : After(running);
    }

    /// <inheritdoc/>
    public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;

    // Of several grains some may have stored their part when the storage fails one of them.
    private static async Task<TResult> After<TResult>(Task<TResult> running)
    {
        try
        {
            return await running;
        }
        catch (Exception exception) when (exception is StorageConflictException or StorageUnavailableException { IsOutcomeUnknown: false })
        {
            throw new StorageUnavailableException($"{exception.Message} Other parts of the transaction may be stored.", exception)
            {
                IsOutcomeUnknown = true,
            };
        }
    }
}
