using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic;

/// <content>The end of transactions here.</content>
internal sealed partial class SequencedState<TState>
{
    // Who waits to hear that something is saved and has left, in order. A grain that many write to always has more to do: nobody waits for that.
    private readonly Queue<(long Saved, long Left, TaskCompletionSource<ParticipantAnswer> Told)> _waiting = new(0);
    private Task _settling = Task.CompletedTask;

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        Deterministic.ApplyDecision => ApplyDecision(),
        Deterministic.Validate validate => Validate(validate.Reading),
        Prefetch => Answers.Done,
        _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
    };

    public async Task Unload()
    {
        resident?.Remove(_context.GrainId);
        try
        {
            await ApplyDecision();
            if (_unsettled.Storing is { } storing)
            {
                await storing;
                _unsettled.Storing = _unsettled.Storing == storing ? null : _unsettled.Storing;
            }
        }
        finally
        {
            if (!_unsettled.IsEmpty)
                handoff.Leave(_context.GrainId, _unsettled);
        }
    }

    private Task<ParticipantAnswer> ApplyDecision()
    {
        TakeDecided();
        if (_unsettled.Storing is { } storing)
        {
            CountBatch(storing.IsCompletedSuccessfully);
            _unsettled.Storing = storing.IsCompletedSuccessfully ? null : storing;
        }

        var (saved, left) = (_unsettled.Taken, _unsettled.Entered);
        if (_settling.IsCompleted)
        {
            _settling = _unsettled.IsSettledButForWriteSets ? Task.CompletedTask : Finish();
            if (_settling.IsCompleted)
                return Answers.DoneWith(_settling);
        }

        var told = new TaskCompletionSource<ParticipantAnswer>(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiting.Enqueue((saved, left, told));
        return told.Task;
    }

    private Task<ParticipantAnswer> Validate(ValidatedRead reading)
    {
        TakeDecided();
        return reading.StateOf(_context.GrainId) == _committed ? Answers.Done : Answers.Refused;
    }

    // Ends, in the order in which they came here, the transactions that are decided.
    private void TakeDecided()
    {
        var writeSets = _unsettled.WriteSets;
        if (writeSets.Count == 0)
            return;

        var running = 0;
        for (var i = 0; i < writeSets.Count; i++)
        {
            var writes = writeSets[i];
            switch (writes.Transaction.Outcome)
            {
                case TransactionOutcome.Running:
                    writeSets[running++] = writes;
                    break;
                case TransactionOutcome.Committed:
                    if (writes.Working is { } working)
                    {
                        _committed = working;
                        _unsettled.Take(working, writes.Stored);
                    }

                    _unsettled.Leave(writes.CommitActions, isCommitted: true, writes.Stored ?? Task.CompletedTask);
                    break;
                default:
                    _unsettled.Leave(writes.CommitActions, isCommitted: false, Task.CompletedTask);
                    break;
            }
        }

        writeSets.RemoveRange(running, writeSets.Count - running);
    }

    private async Task Finish()
    {
        try
        {
            while (!_unsettled.IsSettledButForWriteSets)
                await FinishWhatIsThere();
        }
        catch (Exception exception)
        {
            while (_waiting.TryDequeue(out var waiting))
                waiting.Told.SetException(exception);

            throw;
        }
    }

    // What is stored with its transaction the client of that transaction waits for, and nobody here but what leaves with it.
    private async Task FinishWhatIsThere()
    {
        var leaving = _unsettled.Leaving.Count;
        if (_unsettled.Unsaved is { } unsaved)
        {
            var taken = _unsettled.Taken;
            var saved = store.SaveDecided(unsaved);
            CountBatch(saved.IsCompletedSuccessfully);
            await saved;
            _unsettled.Save(unsaved, taken);
            Tell();
        }

        for (; leaving > 0; leaving--)
        {
            var (action, isCommitted, stored) = _unsettled.Leaving.Peek();
            await stored;
            await (isCommitted ? action.OnCommit() : action.OnAbort());
            _unsettled.Leaving.Dequeue();
            Tell();
        }
    }

    private void Tell()
    {
        while (_waiting.TryPeek(out var waiting)
            && waiting.Saved <= _unsettled.Saved
            && waiting.Left <= _unsettled.Entered - _unsettled.Leaving.Count)
        {
            _waiting.Dequeue();
            waiting.Told.SetResult(ParticipantAnswer.Done);
        }
    }

    private void CountBatch(bool isStored)
    {
        if (!isStored && _unsettled.UnsavedCount > 0)
            metrics.Batched(_unsettled.UnsavedCount);

        _unsettled.UnsavedCount = 0;
    }

    // What an activation must not forget.
    private sealed class Unsettled
    {
        /// <summary>Transactions that have written here, in the order of their first write.</summary>
        public List<WriteSet<TState>> WriteSets { get; } = new(1);

        /// <summary>The committed state, if it is not stored yet.</summary>
        public TState? Unsaved { get; private set; }

        /// <summary>Ends when the committed state is stored, with all of its transaction; null if it is, or is stored by itself.</summary>
        public Task? Storing { get; set; }

        /// <summary>How many transactions wrote it since the last save began.</summary>
        public int UnsavedCount { get; set; }

        /// <summary>How many committed states were to be saved by themselves.</summary>
        public long Taken { get; private set; }

        /// <summary>How many of them are saved, or were followed by one that is.</summary>
        public long Saved { get; private set; }

        /// <summary>How many commit actions were to run.</summary>
        public long Entered { get; private set; }

        /// <summary>What leaves the grain, or is taken back, in order, and when the transaction is stored with which it does.</summary>
        public Queue<(CommitAction CommitAction, bool IsCommitted, Task Stored)> Leaving { get; } = new(0);

        public bool IsSettledButForWriteSets => Unsaved is null && Leaving.Count == 0;
        public bool IsEmpty => IsSettledButForWriteSets && Storing is null && WriteSets.Count == 0;

        // What was handed over later is stored later, so the last one is worth waiting for.
        public void Take(TState committed, Task? stored)
        {
            UnsavedCount++;
            if (stored is null)
            {
                Unsaved = committed;
                Taken++;
            }
            else
            {
                Storing = stored;
            }
        }

        /// <summary>A state is saved.</summary>
        public void Save(TState saved, long taken)
        {
            Unsaved = Unsaved == saved ? null : Unsaved;
            Saved = Math.Max(Saved, taken);
        }

        /// <summary>Nothing has to be saved any more.</summary>
        public void Clear()
        {
            Unsaved = null;
            Saved = Taken;
        }

        public void Leave(Queue<CommitAction>? actions, bool isCommitted, Task stored)
        {
            foreach (var action in actions ?? [])
            {
                Leaving.Enqueue((action, isCommitted, stored));
                Entered++;
            }
        }
    }
}
