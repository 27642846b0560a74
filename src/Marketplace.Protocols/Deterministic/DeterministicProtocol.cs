using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// Declared transactions in one order, decided before they run (Calvin: Thomson et al., SIGMOD 2012; Snapper: Liu et al., SIGMOD 2022):
/// no deadlock, no abort by conflict, no message to take a lock, and ends of transactions told in batches.
/// </summary>
internal sealed class DeterministicProtocol(
    Sequence sequence,
    BatchManager manager,
    Attempts attempts,
    ProtocolOptions options,
    ProtocolMetrics metrics,
    TimeProvider time) : ITransactionProtocol
{
    /// <inheritdoc/>
    public bool NeedsAccesses => true;

    /// <inheritdoc/>
    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        attempts.Run(manager, declaration, argument, body, Declare);

    /// <inheritdoc/>
    public Task Declare(TransactionContext tx, AccessSet accesses)
    {
        var transaction = tx.Scope as SequencedTransaction
            ?? throw new InvalidOperationException("Only the entry point of a transaction can declare grains.");
        return sequence.Enter(transaction, accesses) is { } start ? Wait(transaction, start) : Task.CompletedTask;
    }

    private async Task Wait(SequencedTransaction transaction, Task start)
    {
        metrics.Waited();
        try
        {
            await start.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {transaction.Id} waited longer than {options.Timeout} for those before it.");
        }
    }
}
