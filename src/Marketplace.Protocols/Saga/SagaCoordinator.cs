using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Saga;

/// <summary>Begins sagas, and ends them: with what they hold back leaving, or with their steps taken back in reverse order.</summary>
internal sealed class SagaCoordinator(
    ActivationHandoff handoff,
    IAtomicWrites atomicWrites,
    Durability durability,
    DecisionSender decisions,
    ProtocolMetrics metrics,
    TimeProvider time) : ITransactionManager
{
    private long _number;

    public RunningTransaction Begin() => new RunningSaga(new TransactionId(0, Interlocked.Increment(ref _number)), time.GetTimestamp());

    public async ValueTask<TransactionAbortedException?> Commit(RunningTransaction running)
    {
        var saga = (RunningSaga)running;
        var branches = saga.CloseBranches();
        var write = branches.Count > 0 ? atomicWrites.Begin() : null;
        foreach (var branch in branches)
        {
            if (write is null)
            {
                // A step that could not be stored fails the saga.
                await branch.Saving;
            }
            else
            {
                // The end of all steps is the decision: until it is stored, with all steps before it, the next silo takes them back.
                branch.EndStep(write);
            }
        }

        saga.Decide(TransactionOutcome.Committed);
        var stored = write?.Submit() ?? Task.CompletedTask;
        metrics.Committed();
        saga.End();
        await durability.Wait(saga, stored, decisions.Await(saga.Id, Release(saga, branches, stored)));
        return null;
    }

    public async Task Abort(RunningTransaction running, AbortCause cause)
    {
        var saga = (RunningSaga)running;
        var branches = saga.CloseBranches();
        saga.Decide(TransactionOutcome.Aborted);
        metrics.Aborted(cause);
        await decisions.Await(saga.Id, Compensate(saga, branches));
    }

    // However long it takes. It fails if it is not known whether one of the steps is stored.
    private async Task Compensate(RunningSaga saga, List<SagaBranch> branches)
    {
        var message = new Compensate(saga.Id);
        for (var i = branches.Count - 1; i >= 0; i--)
            await decisions.SendUntilHeard(message, [branches[i].Store.Participant], saga.Began);

        saga.End();
        Clean(branches);
        var doubt = branches.Select(static branch => branch.Saving.Exception?.InnerException).FirstOrDefault(IsInDoubt);
        saga.Forget();
        if (doubt is not null)
            throw new StorageUnavailableException($"{doubt.Message} A step of the transaction may be stored.", doubt) { IsOutcomeUnknown = true };
    }

    private async Task Release(RunningSaga saga, List<SagaBranch> branches, Task stored)
    {
        await stored;
        var holders = branches.FindAll(static branch => branch.CommitActions is not null);
        if (holders.Count > 0)
            await decisions.SendUntilHeard(new EndSaga(saga.Id), holders.ConvertAll(static branch => branch.Store.Participant), saga.Began);

        Clean(branches);
        saga.Forget();
    }

    private void Clean(List<SagaBranch> branches)
    {
        foreach (var branch in branches)
            handoff.Clean(branch.Grain);
    }

    /// <summary>Whether it is not known if a step is stored.</summary>
    public static bool IsInDoubt(Exception? exception) => exception is StorageUnavailableException { IsOutcomeUnknown: true };
}
