using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// Ends transactions that have a place in the order. The decision is a word in memory that all grains of the silo see at once, so
/// those behind go on before anybody is told; then the grains that the transaction wrote to are told.
/// </summary>
internal sealed class SequencedCommit(
    LockManager locks, IAtomicWrites atomicWrites, Durability durability, ProtocolMetrics metrics, DecisionSender decisions, TimeProvider time)
    : ITransactionManager
{
    // So many transactions end on the stack of one another before the next is left to another stack.
    private const int DepthMax = 16;

    private long _number;

    public RunningTransaction Begin() => new SequencedTransaction(NextId(), time.GetTimestamp())
    {
        IsStoredWhole = atomicWrites.AreSupported,
    };

    /// <summary>Starts an attempt to read without a place in the order. It needs no end.</summary>
    public ValidatedRead ReadValidated() => new(NextId(), time.GetTimestamp());

    public async ValueTask<TransactionAbortedException?> Commit(RunningTransaction running)
    {
        var transaction = (SequencedTransaction)running;
        var participants = transaction.Close();

        // Before those behind go on: what they write is handed over after what they have read.
        var stored = transaction.IsStoredWhole ? HandToStorage(transaction) : null;
        metrics.Committed();
        var ended = End(transaction, participants, TransactionOutcome.Committed);
        await (stored is null ? ended : durability.Wait(running, stored, ended));
        return null;
    }

    public Task Abort(RunningTransaction running, AbortCause cause)
    {
        metrics.Aborted(cause);
        return End((SequencedTransaction)running, running.Close(), TransactionOutcome.Aborted);
    }

    private Task HandToStorage(SequencedTransaction transaction) =>
        transaction.Branches is { Count: > 0 } branches ? atomicWrites.Begin()!.Submit(branches) : transaction.Read;

    private TransactionId NextId() => new(0, Interlocked.Increment(ref _number));

    private Task End(SequencedTransaction transaction, List<IParticipant> participants, TransactionOutcome outcome)
    {
        transaction.Decide(outcome);
        return locks.Release(transaction) is { } started
            ? HandOver(transaction, participants, started)
            : ApplyDecision(transaction, participants);
    }

    // What many wait for must not lie idle while a thread comes free: the first of those that waited goes on here and now, and what is
    // left to do for this transaction, which nobody but its client waits for, is done elsewhere.
    private Task HandOver(SequencedTransaction transaction, List<IParticipant> participants, List<SequencedTransaction> started)
    {
        var settled = SettleElsewhere(transaction, participants);
        for (var i = 1; i < started.Count; i++)
            started[i].StartElsewhere();

        if (transaction.Depth < DepthMax)
            started[0].StartHere(transaction.Depth + 1);
        else
            started[0].StartElsewhere();

        return settled;
    }

    private async Task SettleElsewhere(SequencedTransaction transaction, List<IParticipant> participants)
    {
        await Task.Yield();
        await ApplyDecision(transaction, participants);
    }

    private async Task ApplyDecision(SequencedTransaction transaction, List<IParticipant> participants)
    {
        if (await decisions.SendOnce(Kernel.ApplyDecision.Message, participants) is { } silent)
        {
            // Grains know from memory how it ended, so after an abort the next to come to them sees to what is left.
            var mayGiveUp = transaction.Outcome == TransactionOutcome.Aborted;
            await decisions.Await(transaction.Id, decisions.Send(new Kernel.ApplyDecision(transaction.Id), silent, transaction.Began, mayGiveUp));
        }
    }
}
