using Marketplace.Protocols.Commit;
using Orleans;

namespace Marketplace.Protocols.OrleansTransactions;

/// <content>What leaves the grain when a transaction commits.</content>
internal sealed partial class TransactionalGrainState<TState>
{
    private readonly Dictionary<TransactionId, Outbox> _outboxes = [];
    private Task _leaving = Task.CompletedTask;

    public async Task OnCommit(TransactionContext tx, CommitAction action)
    {
        if (!_outboxes.TryGetValue(tx.Id, out var outbox))
        {
            outbox = new Outbox(tx.Id);
            outbox.Joined = Join(tx, outbox);
            _outboxes.Add(tx.Id, outbox);
        }

        await outbox.Joined;
        await Perform(tx.Carried, version => (version.Outbox = outbox) is not null, isUpdate: true);
        if (outbox.IsDecided)
        {
            throw new TransactionAbortedException(
                AbortCause.ParticipantLost, $"Transaction {tx.Id} is over; what it emits at grain {_context.GrainId} is too late.");
        }

        outbox.Add(action);
    }

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        Touch touch => Lock(touch),
        TakeBack back => _storage.TryTakeBack(back.Id) ? Answers.Done : Answers.Refused,
        Resolve => _storage.IsSettled ? Answers.Done : Answers.Refused,
        CommitPrepared commit => Answers.DoneWith(Left(commit.Transaction)),
        Abort abort => Answers.DoneWith(RunOnAbort(abort.Transaction)),
        EndInDoubt end => _outboxes.TryGetValue(end.Transaction, out var outbox) && outbox.IsPrepared
            ? Answers.Done
            : Answers.DoneWith(RunOnAbort(end.Transaction)),
        _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
    };

    public async Task Unload()
    {
        // What was not prepared is aborted with this activation; of the rest the storage keeps the versions with their commit actions.
        foreach (var outbox in _outboxes.Values.Where(static outbox => !outbox.IsPrepared).ToArray())
            await outbox.RunOnAbort(_takingBack);

        await _leaving.Ended();
        _storage.Close();
    }

    // The coordinator tells those that have joined how the transaction ended, and waits until what they emit has left. On the only silo
    // the entry point sees that without a message.
    private Task Join(TransactionContext tx, Outbox outbox)
    {
        if (tx.Carried is TransactionBranches branches)
        {
            branches.Add(_context.GrainId, Self, outbox);
            return Task.CompletedTask;
        }

        if (tx.Running is not { } running)
            return _coordinator.JoinElsewhere(tx.Id, Self);

        running.Join(_context.GrainId, Self);
        return Task.CompletedTask;
    }

    private async Task<ParticipantAnswer> Lock(Touch touch)
    {
        await Perform(touch.Branches, static _ => true, isUpdate: false);
        return ParticipantAnswer.Done;
    }

    private Task Left(TransactionId id) => _outboxes.TryGetValue(id, out var outbox) ? Left(outbox) : Task.CompletedTask;

    private async Task Left(Outbox outbox)
    {
        await outbox.Left();
        _outboxes.Remove(outbox.Id);
    }

    private Task RunOnAbort(TransactionId id) => _outboxes.Remove(id, out var outbox) ? outbox.RunOnAbort(_takingBack) : Task.CompletedTask;

    private void OnCommitted(StateVersion<TState> committed)
    {
        var isOfAnother = false;
        foreach (var version in committed.Unstored())
        {
            isOfAnother |= version.IsRestored;
            version.MarkStored();
            if (version.Outbox is { } outbox)
            {
                version.Outbox = null;
                _leaving = RunOnCommit(outbox, _leaving);
            }
        }

        if (isOfAnother)
            BeginAnew();
    }

    // What a silo that is gone has prepared came without the actions that no storage keeps, such as to show it. What an activation does when it
    // begins makes up for them, and this one has begun with the version before.
    private void BeginAnew()
    {
        _context.Deactivate(new DeactivationReason(
            DeactivationReasonCode.ApplicationRequested, "What another silo had prepared is committed: the next activation begins with that."));
        _ = Self.Receive(new Resolve());
    }

    private async Task RunOnCommit(Outbox outbox, Task before)
    {
        // If it fails, it is tried again when the coordinator asks.
        await outbox.RunOnCommit(before);
        _outboxes.Remove(outbox.Id);
    }

    private void OnAborted(StateVersion<TState> version)
    {
        if (version.Outbox is { } outbox)
            _ = RunOnAbort(outbox.Id);
    }
}
