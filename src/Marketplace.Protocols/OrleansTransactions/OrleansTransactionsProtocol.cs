using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Serialization;
using Orleans.Storage;
using Orleans.Transactions;
using OrleansContext = Orleans.Transactions.TransactionContext;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Transactions of Orleans (Eldeeb and Bernstein, MSR-TR-2016-1001): two-phase locking with early release, a participant as the manager of
/// the commit. Locks are exclusive from the first touch, and the grains that a transaction declares are touched one after the other in
/// the global order before it runs.
/// </summary>
internal sealed class OrleansTransactionsProtocol(
    ITransactionClient client,
    OrleansTransactionManager manager,
    TransactionRunner runner,
    Patience patience,
    ProtocolOptions options,
    Serializer<OrleansTransactionAbortedException> exceptions,
    TimeProvider time) : ITransactionProtocol
{
    public bool NeedsAccesses => true;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(
            manager,
            declaration,
            (Protocol: this, Touched: Touched(declaration), argument, body),
            static (tx, a) => a.Protocol.Attempt(tx, a.Touched, a.argument, a.body),
            static (_, _) => Task.CompletedTask);

    public async Task Declare(TransactionContext tx, AccessSet accesses)
    {
        var touch = new Touch(tx.Id) { Branches = tx.Carried as TransactionBranches };
        for (var i = 0; i < accesses.Accesses.Length; i++)
        {
            if (!accesses.Accesses[i].IsGuarded)
                await accesses.Accesses[i].Grain.Receive(touch);
        }
    }

    private async Task<TResult> Attempt<TArgument, TResult>(
        TransactionContext tx,
        AccessSet touched,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        patience.Begin();
        TResult result = default!;
        Exception? failure = null;
        TransactionBranches? branches = null;
        try
        {
            await client.RunTransaction(
                TransactionOption.Create,
                async () =>
                {
                    try
                    {
                        var inside = tx;
                        if (!options.IsClustered)
                        {
                            branches = new(OrleansContext.GetRequiredTransactionInfo());
                            inside = tx with { Carried = branches };
                        }

                        if (touched.Accesses.Length > 0)
                            await Declare(inside, touched);

                        result = await body(inside, argument);
                    }
                    catch (Exception exception)
                    {
                        failure = exception;
                        throw;
                    }
                    finally
                    {
                        branches?.Close(exceptions);
                    }
                },
                useExclusiveLock: !tx.IsReadOnly);
        }
        catch (Exception exception)
        {
            branches?.JoinAll(tx.Running!);
            if (Aborted(tx, exception, failure) is { } aborted)
            {
                if (aborted is TransactionAbortedException { Cause: AbortCause.Timeout })
                    patience.RanOut();

                throw aborted;
            }

            throw;
        }

        await (branches?.Left(tx.Running!, options.Timeout, time) ?? default);
        return result;
    }

    // Null if what was thrown tells by itself.
    private Exception? Aborted(TransactionContext tx, Exception exception, Exception? failure)
    {
        // What the manager of the commit could not store is not committed, whatever Orleans takes it for.
        if (exception is OrleansTransactionInDoubtException { InnerException: InconsistentStateException conflict })
        {
            return new TransactionAbortedException(
                AbortCause.ParticipantLost, $"Transaction \"{tx.Tid}\" was not stored: {conflict.Message}", exception);
        }

        // Nor is what was not handed over to the storage, as that is away.
        if (exception is OrleansTransactionInDoubtException { InnerException: StorageUnavailableException { IsOutcomeUnknown: false } away })
            return new StorageUnavailableException(away.Message, exception);

        if (exception is OrleansTransactionInDoubtException)
        {
            manager.EndInDoubt(tx.Running!);
            return new TimeoutException($"Orleans does not know whether transaction \"{tx.Tid}\" is committed.", exception);
        }

        return exception is OrleansTransactionException thrown && AbortCauses.Of(thrown, failure) is { } cause
            ? new TransactionAbortedException(cause, $"Orleans aborted transaction \"{tx.Tid}\": {exception.Message}", exception)
            : null;
    }

    // What is touched before the body: not one grain alone, which the body touches as soon.
    private static AccessSet Touched(TransactionDeclaration declaration) =>
        declaration.Accesses.Accesses.Length > 1 && !declaration.TouchesInOrder ? declaration.Accesses : AccessSet.Undeclared;
}
