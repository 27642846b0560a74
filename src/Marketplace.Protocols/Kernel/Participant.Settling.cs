using System.Runtime.ExceptionServices;
using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Kernel;

/// <content>What is left to do for branches that their machine lets go at the decision.</content>
internal sealed partial class Participant<TState>
{
    private Settling? _settling;

    // The machine has read how a transaction ended; the next one may have come already.
    private void TakeDecided(Branch branch, bool isCommitted)
    {
        if (isCommitted)
            Install(branch);

        (_settling ??= new Settling(new Unsettled())).Unsettled.Take(branch, isCommitted);
    }

    // All that is decided by now, in one save.
    private Task<ParticipantAnswer> ApplyDecisions()
    {
        machine.TakeDecisions();
        Drain();
        if (_settling is not { } settling)
            return Answers.Done;

        var unsettled = settling.Unsettled;
        if (unsettled.Storing is { } storing)
        {
            CountBatch(unsettled, storing.IsCompletedSuccessfully);
            unsettled.Storing = storing.IsCompletedSuccessfully ? null : storing;
        }

        var (saved, left) = (unsettled.Taken, unsettled.Entered);
        if (settling.Running.IsCompleted)
        {
            settling.Running = unsettled.IsSettled ? Task.CompletedTask : Settle(settling);
            if (settling.Running.IsCompleted)
                return Answers.DoneWith(settling.Running);
        }

        var told = new TaskCompletionSource<ParticipantAnswer>(TaskCreationOptions.RunContinuationsAsynchronously);
        settling.Waiting.Enqueue((saved, left, told));
        return told.Task;
    }

    private Task<ParticipantAnswer> Validate(Validate message)
    {
        machine.TakeDecisions();
        Drain();
        return message.Reading.StateOf(_context.GrainId) == _committed ? Answers.Done : Answers.Refused;
    }

    private async Task Settle(Settling settling)
    {
        try
        {
            while (!settling.Unsettled.IsSettled)
                await SettleWhatIsThere(settling);
        }
        catch (Exception exception)
        {
            while (settling.Waiting.TryDequeue(out var waiting))
                waiting.Told.SetException(exception);

            throw;
        }
    }

    // What is stored with its transaction the client of that transaction waits for, and nobody here but what leaves with it.
    private async Task SettleWhatIsThere(Settling settling)
    {
        var unsettled = settling.Unsettled;
        var leaving = unsettled.Leaving.Count;
        if (unsettled.Unsaved is { } unsaved)
        {
            var taken = unsettled.Taken;
            var saved = store.SaveDecided((TState)unsaved);
            CountBatch(unsettled, saved.IsCompletedSuccessfully);
            await saved;
            unsettled.Save(unsaved, taken);
            settling.Tell();
        }

        Exception? failure = null;
        for (; leaving > 0; leaving--)
        {
            var next = unsettled.Leaving.Peek();
            await next.Stored;
            try
            {
                await (next.IsCommitted ? next.Action.OnCommit() : next.Action.OnAbort());
                unsettled.Leaving.Dequeue();
                settling.Tell();
            }
            catch (Exception exception) when (!next.IsCommitted)
            {
                // What leaves does so in order; what is taken back keeps nothing from leaving, and is tried again with the next decision.
                failure ??= exception;
                unsettled.Leaving.Enqueue(unsettled.Leaving.Dequeue());
            }
        }

        if (failure is not null)
            ExceptionDispatchInfo.Throw(failure);
    }

    private void CountBatch(Unsettled unsettled, bool isStored)
    {
        if (!isStored && unsettled.UnsavedCount > 0)
            services.Metrics.Batched(unsettled.UnsavedCount);

        unsettled.UnsavedCount = 0;
    }

    // The next activation has nothing to wait for, unless something fails.
    private async Task SettleAll()
    {
        await ApplyDecisions();
        if (_settling?.Unsettled is { Storing: { } storing } unsettled)
        {
            await storing;
            unsettled.Storing = unsettled.Storing == storing ? null : unsettled.Storing;
        }
    }

    private sealed class Settling(Unsettled unsettled)
    {
        public Unsettled Unsettled => unsettled;

        public Task Running { get; set; } = Task.CompletedTask;

        // Who waits to hear that something is saved and has left, in order. A grain that many write to always has more to do:
        // nobody waits for that.
        public Queue<(long Saved, long Left, TaskCompletionSource<ParticipantAnswer> Told)> Waiting { get; } = new(0);

        public void Tell()
        {
            while (Waiting.TryPeek(out var waiting)
                && waiting.Saved <= unsettled.Saved
                && waiting.Left <= unsettled.Entered - unsettled.Leaving.Count)
            {
                Waiting.Dequeue();
                waiting.Told.SetResult(ParticipantAnswer.Done);
            }
        }
    }
}
