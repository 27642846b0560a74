using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Deterministic;

/// <content>The end of transactions here.</content>
internal sealed partial class SequencedState<TState>
{
    private Task _settling = Task.CompletedTask;

    /// <inheritdoc/>
    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => message switch
    {
        Deterministic.Settle => Settle(),
        Deterministic.Confirm confirm => Confirm(confirm.Snapshot),
        Arrive => Answers.Done,
        _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
    };

    /// <inheritdoc/>
    public async Task Unload()
    {
        residents?.Remove(_context.GrainId);
        try
        {
            await Settle();
        }
        finally
        {
            if (!_unsettled.IsEmpty)
            {
                passage.Leave(_context.GrainId, _unsettled);
            }
        }
    }

    private Task<ParticipantAnswer> Settle()
    {
        if (!_settling.IsCompleted)
        {
            return SettleAfter(_settling);
        }

        TakeDecided();
        _settling = _unsettled.IsEmptyButForParts ? Task.CompletedTask : Finish();
        return Answers.DoneWith(_settling);
    }

    private Task<ParticipantAnswer> Confirm(Snapshot snapshot)
    {
        TakeDecided();
        return snapshot.StateOf(_context.GrainId) == _committed ? Answers.Done : Answers.Refused;
    }

    // What is under way may have begun before the transaction was decided that this message tells of.
    private async Task<ParticipantAnswer> SettleAfter(Task settling)
    {
        await settling.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        return await Settle();
    }

    // Ends, in the order in which they came here, the transactions that are decided.
    private void TakeDecided()
    {
        var parts = _unsettled.Parts;
        if (parts.Count == 0)
        {
            return;
        }

        var running = 0;
        for (var i = 0; i < parts.Count; i++)
        {
            var part = parts[i];
            switch (part.Transaction.Outcome)
            {
                case TransactionOutcome.Running:
                    parts[running++] = part;
                    break;
                case TransactionOutcome.Committed:
                    if (part.Working is { } working)
                    {
                        _committed = working;
                        _unsettled.Take(working, part.Stored);
                    }

                    _unsettled.Leave(part.Emissions, isCommitted: true);
                    break;
                default:
                    _unsettled.Leave(part.Emissions, isCommitted: false);
                    break;
            }
        }

        parts.RemoveRange(running, parts.Count - running);
    }

    private async Task Finish()
    {
        while (_unsettled.Unsaved is { } unsaved)
        {
            var saved = store.Save(unsaved);
            if (!saved.IsCompletedSuccessfully)
            {
                metrics.Batched(_unsettled.UnsavedCount);
            }

            _unsettled.UnsavedCount = 0;
            await saved;
            if (_unsettled.Unsaved == unsaved)
            {
                _unsettled.Unsaved = null;
            }
        }

        while (_unsettled.Storing is { } storing)
        {
            if (!storing.IsCompletedSuccessfully)
            {
                metrics.Batched(_unsettled.UnsavedCount);
            }

            _unsettled.UnsavedCount = 0;
            await storing;
            if (_unsettled.Storing == storing)
            {
                _unsettled.Storing = null;
            }
        }

        while (_unsettled.Leaving.TryPeek(out var leaving))
        {
            await (leaving.IsCommitted ? leaving.Emission.Release() : leaving.Emission.Withdraw());
            _unsettled.Leaving.Dequeue();
        }
    }

    // What an activation must not forget.
    private sealed class Unsettled
    {
        /// <summary>Transactions that have written here, in the order of their first write.</summary>
        public List<Part<TState>> Parts { get; } = new(1);

        /// <summary>The committed state, if it is not stored yet.</summary>
        public TState? Unsaved { get; set; }

        /// <summary>Ends when the committed state is stored, with all of its transaction; null if it is, or is stored by itself.</summary>
        public Task? Storing { get; set; }

        /// <summary>How many transactions wrote it since the last save began.</summary>
        public int UnsavedCount { get; set; }

        /// <summary>What leaves the grain, or is taken back, in order.</summary>
        public Queue<(Emission Emission, bool IsCommitted)> Leaving { get; } = new(0);

        public bool IsEmptyButForParts => Unsaved is null && Storing is null && Leaving.Count == 0;

        public bool IsEmpty => IsEmptyButForParts && Parts.Count == 0;

        // What was handed over later is stored later, so the last one is worth waiting for.
        public void Take(TState committed, Task? stored)
        {
            UnsavedCount++;
            (Unsaved, Storing) = stored is null ? (committed, Storing) : (Unsaved, stored);
        }

        public void Leave(Queue<Emission>? emissions, bool isCommitted)
        {
            foreach (var emission in emissions ?? [])
            {
                Leaving.Enqueue((emission, isCommitted));
            }
        }
    }
}
