using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// Declared transactions in one order, given before they run (Calvin: Thomson et al., SIGMOD 2012): no deadlock, no abort by conflict, no
/// message to take a lock. What only reads needs no place in that order.
/// </summary>
internal sealed class DeterministicProtocol(
    LockManager locks,
    SequencedCommit manager,
    TransactionRunner runner,
    WaitLimit limit,
    Durability durability,
    ProtocolOptions options,
    ProtocolMetrics metrics,
    TimeProvider time) : ITransactionProtocol
{
    private Func<TransactionContext, AccessSet, Task>? _declare;

    public bool NeedsAccesses => true;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        declaration.Accesses.IsReadOnly
            ? ReadValidated(declaration, argument, body)
            : RunInOrder(declaration, argument, body);

    public Task Declare(TransactionContext tx, AccessSet accesses)
    {
        var transaction = tx.Running as SequencedTransaction
            ?? throw new InvalidOperationException("Only the entry point of a transaction can declare grains.");
        return locks.Acquire(transaction, accesses) is { } start ? Wait(transaction, start) : Task.CompletedTask;
    }

    // With a place. The body may be run several times.
    private Task<TResult> RunInOrder<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(manager, declaration, argument, body, _declare ??= Declare);

    // What only reads needs no place as long as nothing that it reads changes meanwhile.
    private async Task<TResult> ReadValidated<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body)
    {
        var reading = manager.ReadValidated();
        var (result, isWhole) = (default(TResult)!, false);
        try
        {
            result = await body(new TransactionContext(declaration.Tid, declaration.Kind, reading.Id) { Running = reading }, argument);
            isWhole = await reading.IsWhole(options.Timeout, time);
        }
        catch (Exception)
        {
            // Versions that do not belong together may have led the body astray: with a place it sees whether it fails.
        }

        if (isWhole)
        {
            metrics.Committed();

            // What is recorded is stored.
            if (declaration is { Unstored: { } unstored, Record: null })
                unstored.Leave(() => durability.Wait(reading.Read));
            else
                await durability.Wait(reading, reading.Read, Task.CompletedTask);

            return result;
        }

        metrics.Waited();
        declaration.AttemptAborted(AbortCause.Conflict);
        return await RunInOrder(declaration, argument, body);
    }

    private async Task Wait(SequencedTransaction transaction, Task start)
    {
        metrics.Waited();
        var wait = limit.Add(transaction.Start!);
        try
        {
            await start;
        }
        catch (TimeoutException)
        {
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {transaction.Id} waited longer than {options.Timeout} for those before it.");
        }
        finally
        {
            limit.Remove(wait);
        }
    }
}
