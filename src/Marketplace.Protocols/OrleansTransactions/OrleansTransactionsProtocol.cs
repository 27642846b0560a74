using Marketplace.Protocols.Commit;
using Orleans;
using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Transactions of Orleans (Eldeeb and Bernstein, MSR-TR-2016-1001): two-phase locking with early release, a participant as the manager of
/// the commit. Locks are exclusive from the first touch, and the grains that a transaction declares are touched one after the other in
/// the global order before it runs.
/// </summary>
internal sealed class OrleansTransactionsProtocol(ITransactionClient client, OrleansTransactionManager manager, Attempts attempts)
    : ITransactionProtocol
{
    /// <inheritdoc/>
    public bool NeedsAccesses => true;

    /// <inheritdoc/>
    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        attempts.Run(
            manager,
            declaration,
            (Protocol: this, declaration.Accesses, argument, body),
            static (tx, a) => a.Protocol.Attempt(tx, a.Accesses, a.argument, a.body),
            static (_, _) => Task.CompletedTask);

    /// <inheritdoc/>
    public async Task Declare(TransactionContext tx, AccessSet accesses)
    {
        var touch = new Touch(tx.Id);
        for (var i = 0; i < accesses.Accesses.Length; i++)
        {
            await accesses.Accesses[i].Grain.Receive(touch);
        }
    }

    private async Task<TResult> Attempt<TArgument, TResult>(
        TransactionContext tx,
        AccessSet accesses,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        TResult result = default!;
        Exception? failure = null;
        try
        {
            await client.RunTransaction(
                TransactionOption.Create,
                async () =>
                {
                    try
                    {
                        // One grain alone is touched by the body as soon.
                        if (accesses.Accesses.Length > 1)
                        {
                            await Declare(tx, accesses);
                        }

                        result = await body(tx, argument);
                    }
                    catch (Exception exception)
                    {
                        failure = exception;
                        throw;
                    }
                },
                useExclusiveLock: !tx.IsReadOnly);
            return result;
        }
        catch (OrleansTransactionInDoubtException exception)
        {
            manager.EndInDoubt(tx.Scope!);
            throw new TimeoutException($"Orleans does not know whether transaction \"{tx.Tid}\" is committed.", exception);
        }
        catch (OrleansTransactionException exception) when (AbortCauses.Of(exception, failure) is { } cause)
        {
            throw new TransactionAbortedException(cause, $"Orleans aborted transaction \"{tx.Tid}\": {exception.Message}", exception);
        }
    }
}
