using Marketplace.Protocols.Commit;
using Orleans.Runtime;
using Orleans.Serialization;
using Orleans.Transactions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// What a transaction of Orleans has done at each grain of the only silo. Each grain notes it here, and Orleans is told all of it when the
/// body has ended: so no call carries it there and back, and none needs a filter.
/// </summary>
internal sealed class TransactionBranches(TransactionInfo transaction)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<GrainId, TransactionInfo> _branches = [];
    private readonly List<(GrainId GrainId, IParticipant Participant, Outbox Outbox)> _outboxes = [];
    private Exception? _failure;
    private bool _isClosed;

    /// <summary>What it has done at one grain. Only that grain uses it, one turn at a time.</summary>
    /// <returns>What it has done; nothing at first.</returns>
    /// <exception cref="TransactionAbortedException">Its body has ended.</exception>
    public TransactionInfo Of(GrainId grainId)
    {
        lock (_lock)
        {
            ThrowIfClosed(grainId);
            if (!_branches.TryGetValue(grainId, out var branch))
            {
                branch = transaction.Fork();
                _branches.Add(grainId, branch);
            }

            return branch;
        }
    }

    /// <summary>It emits something at a grain.</summary>
    /// <exception cref="TransactionAbortedException">Its body has ended.</exception>
    public void Add(GrainId grainId, IParticipant participant, Outbox outbox)
    {
        lock (_lock)
        {
            ThrowIfClosed(grainId);
            _outboxes.Add((grainId, participant, outbox));
        }
    }

    /// <summary>Something has failed at a grain: Orleans aborts for it, whoever catches it.</summary>
    public void Fail(Exception exception)
    {
        lock (_lock)
        {
            _failure ??= exception;
        }
    }

    /// <summary>The body has ended: Orleans is told what it has done. What comes later fails.</summary>
    public void Close(Serializer<OrleansTransactionAbortedException> exceptions)
    {
        lock (_lock)
        {
            _isClosed = true;
            foreach (var branch in _branches.Values)
                transaction.Join(branch);

            if (_failure is not null)
                transaction.RecordException(_failure, exceptions);
        }
    }

    /// <summary>Has the coordinator tell all grains where it emitted something how it has ended.</summary>
    public void JoinAll(RunningTransaction running)
    {
        foreach (var (grainId, participant, _) in _outboxes)
            running.Join(grainId, participant);
    }

    /// <summary>It is committed: waits until what it emits has left. Grains where that takes too long, or fails, the coordinator tells.</summary>
    /// <returns>When it has left, or the coordinator is going to wait for it.</returns>
    public async ValueTask Left(RunningTransaction running, TimeSpan timeout, TimeProvider time)
    {
        foreach (var (grainId, participant, outbox) in _outboxes)
        {
            try
            {
                await outbox.Leaving.WaitAsync(timeout, time);
            }
            catch (Exception)
            {
                running.Join(grainId, participant);
            }
        }
    }

    private void ThrowIfClosed(GrainId grainId)
    {
        if (_isClosed)
        {
            throw new TransactionAbortedException(
                AbortCause.ParticipantLost, $"Transaction {transaction.TransactionId} is over; grain {grainId} is too late.");
        }
    }
}
