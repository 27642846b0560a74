using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <content>How sagas end here.</content>
internal sealed partial class SagaState<TState>
{
    public Task<ParticipantAnswer> Receive(ProtocolMessage message)
    {
        if (message is CompensateLeft)
            return Answers.DoneWith(TakeBackStored(message.Transaction));

        // A saga that is not known here is over here: the message is a repeat, as parts outlive activations.
        if (_open.Find(open => open.Saga.Id == message.Transaction) is not { } branch)
            return Answers.Done;

        if (branch.Ending is null or { IsFaulted: true })
        {
            branch.Ending = message switch
            {
                EndSaga => Release(branch),
                Compensate => TakeBack(branch),
                _ => throw new ArgumentException($"This protocol has no message {message.GetType().Name}.", nameof(message)),
            };
        }

        return Answers.DoneWith(branch.Ending);
    }

    public async Task Unload()
    {
        foreach (var branch in _open.ToArray())
        {
            await Quiet(branch.Saving);
            await Quiet(branch.Ending ?? Task.CompletedTask);
        }

        _open.RemoveAll(static open => open.IsOver);
        if (_open.Count > 0)
            log.Leave(_context.GrainId, [.. _open]);
    }

    // Who built on what another saga left waited until that was over, and what both emit leaves in that order, whichever message comes first.
    // That one is stored then, too: it was handed over before.
    private async Task Release(SagaBranch<TState> branch)
    {
        foreach (var earlier in _open.TakeWhile(other => other != branch).Where(IsToBeReleased).ToArray())
            await (earlier.Ending is null or { IsFaulted: true } ? earlier.Ending = LetGo(earlier) : earlier.Ending);

        await LetGo(branch);
    }

    private static bool IsToBeReleased(SagaBranch<TState> branch) =>
        branch is { CommitActions: not null, IsOpen: false, Saga.Outcome: TransactionOutcome.Committed };

    private static async Task LetGo(SagaBranch<TState> branch)
    {
        while (branch.CommitActions is [var next, ..])
        {
            await next.OnCommit();
            branch.CommitActions.RemoveAt(0);
        }

        branch.CommitActions = null;
    }

    private async Task TakeBack(SagaBranch<TState> branch)
    {
        // What is not stored went with its activation, or is about to.
        await Quiet(branch.Saving);
        if (branch.Stored is { } step)
        {
            await Undo(branch, step);
            branch.Stored = null;
        }

        while (branch.CommitActions is [.., var last])
        {
            await last.OnAbort();
            branch.CommitActions.RemoveAt(branch.CommitActions.Count - 1);
        }
    }

    private async Task Undo(SagaBranch<TState> branch, Step<TState> step)
    {
        var write = atomicWrites.Begin();
        if (!step.CanBeUndoneIn(State))
        {
            CannotUndo(logger, _context.GrainId);
            await (write is null ? Task.CompletedTask : End(write, branch.Saga.Id));
            return;
        }

        // Until the saga is compensated everywhere nobody may touch here what it has touched: who did would meet the rest of it elsewhere.
        var undone = step.UndoneIn(State);
        object remained = undone is IVersion { Content: var content } ? content : undone;
        branch.CommitActions?.ForEach(action => action.OnUndone(remained));
        branch.Step = new Step<TState>(State, undone);
        _state = undone;
        try
        {
            await (write is null ? store.Save(_state).AsTask() : End(write, branch.Saga.Id, _state));
        }
        catch (Exception exception)
        {
            // Told again, the next activation takes it back from what is stored.
            _failure = exception;
            throw;
        }

        metrics.Compensated();

        // Others may have built on it while it was stored: theirs are later versions.
        if (branch.Log is { } recorded && undone is IVersion version)
            version.RecordTo(recorded);
    }

    // Nobody has built on it: what would have had to wait until the saga was over, and a step is stored before whatever builds on it.
    private async Task TakeBackStored(TransactionId saga)
    {
        if (await store.LoadStep(saga.Number, State, CancellationToken.None) is not var (before, after))
            return;

        var write = atomicWrites.Begin() ?? throw new InvalidOperationException(
            "Sagas that another silo left can't be compensated while services connect to PostgreSQL in different ways.");
        _state = new Step<TState>(before, after).UndoneIn(State);
        await End(write, saga, _state);
        metrics.Compensated();
    }

    private Task End(AtomicWrite write, TransactionId saga, TState? state = null)
    {
        if (state is not null)
            store.Add(write, state);

        store.EndStep(write, saga.Number);
        return write.Submit();
    }

    private static async Task Quiet(Task task) =>
        await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "A step at grain {GrainId} can't be taken back, as the state was changed outside this silo; it stands. Audit the run.")]
    private static partial void CannotUndo(ILogger logger, GrainId grainId);
}
