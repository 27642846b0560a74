using Marketplace.Protocols.Commit;
using Orleans;

namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// Ends transactions in batches. The decision is a word in memory that all grains of the silo see at once, so those behind go on before
/// anybody is told; then all grains that the transactions of a batch wrote to are told, each once.
/// </summary>
/// <remarks>
/// A batch has no size or time of its own: it takes what was decided while the one before it was told, as group commit does. There are as
/// many at a time as keep half of the processors busy.
/// </remarks>
internal sealed class BatchManager(Sequence sequence, ProtocolMetrics metrics, Unfinished unfinished, TimeProvider time)
    : ITransactionManager
{
    private readonly int _leadersMax = Math.Max(1, Environment.ProcessorCount / 2);
    private readonly Lock _lock = new();
    private List<SequencedTransaction> _decided = [];
    private int _leaders;
    private long _number;

    /// <inheritdoc/>
    public TransactionScope Begin() =>
        new SequencedTransaction(new TransactionId(0, Interlocked.Increment(ref _number)), time.GetTimestamp());

    /// <inheritdoc/>
    public async ValueTask<TransactionAbortedException?> Commit(TransactionScope scope)
    {
        metrics.Committed();
        await End((SequencedTransaction)scope, TransactionOutcome.Committed);
        return null;
    }

    /// <inheritdoc/>
    public Task Abort(TransactionScope scope, AbortCause cause)
    {
        metrics.Aborted(cause);
        return End((SequencedTransaction)scope, TransactionOutcome.Aborted);
    }

    private Task End(SequencedTransaction transaction, TransactionOutcome outcome)
    {
        transaction.Participants = transaction.Close();
        transaction.Decide(outcome);
        sequence.Leave(transaction);
        if (transaction.Participants.Count == 0)
        {
            return Task.CompletedTask;
        }

        lock (_lock)
        {
            if (_leaders == _leadersMax)
            {
                transaction.Settled = new(TaskCreationOptions.RunContinuationsAsynchronously);
                _decided.Add(transaction);
                return Follow(transaction.Settled.Task);
            }

            _leaders++;
        }

        return Lead([transaction]);
    }

    // Whoever follows is settled by a leader, or told to lead the next batch.
    private async Task Follow(Task<List<SequencedTransaction>?> settled)
    {
        if (await settled is { } batch)
        {
            await Lead(batch);
        }
    }

    // The leader is the first of the batch.
    private async Task Lead(List<SequencedTransaction> batch)
    {
        metrics.Batched(batch.Count);
        var silent = await unfinished.TellOnce(Settle.Message, ParticipantsOf(batch));
        PassOn();
        var isSettled = silent is null || await unfinished.Tell(new Settle(batch[0].Id), silent, batch[0].Began);
        for (var i = 1; i < batch.Count; i++)
        {
            if (isSettled)
            {
                batch[i].Settled!.TrySetResult(null);
            }
            else
            {
                batch[i].Settled!.TrySetException(Unknown(batch[i]));
            }
        }

        if (!isSettled)
        {
            throw Unknown(batch[0]);
        }
    }

    private void PassOn()
    {
        List<SequencedTransaction> batch;
        lock (_lock)
        {
            if (_decided.Count == 0)
            {
                _leaders--;
                return;
            }

            (batch, _decided) = (_decided, []);
        }

        batch[0].Settled!.TrySetResult(batch);
    }

    // Each grain once, however many transactions of the batch wrote to it.
    private static List<IParticipant> ParticipantsOf(List<SequencedTransaction> batch) => batch.Count == 1
        ? batch[0].Participants
        : [.. batch.SelectMany(static transaction => transaction.Participants).DistinctBy(static participant => participant.GetGrainId())];

    private static TimeoutException Unknown(SequencedTransaction transaction) =>
        new($"Not all grains of transaction {transaction.Id} said that they have stored it.");
}
