using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Saga.Clusters;

/// <summary>
/// Begins sagas whose grains are on several silos, and ends them. Each grain stores its steps. At the end all are asked whether their steps are
/// stored; then the end of all steps is one atomic write of the silo that began the saga, and that decides it. A saga that is not decided when its
/// silo is gone is compensated by the others (<see cref="SagaTakeover"/>).
/// </summary>
internal sealed class ClusterSagas(
    Coordinator coordinator,
    ActivationHandoff handoff,
    IAtomicWrites atomicWrites,
    Durability durability,
    DecisionSender decisions,
    ProtocolMetrics metrics,
    ProtocolOptions options,
    TimeProvider time) : ITransactionManager
{
    private long _number;

    public RunningTransaction Begin()
    {
        var number = (atomicWrites.Writer << IAtomicWrites.SagaBits) | Interlocked.Increment(ref _number);
        var saga = new RunningSaga(coordinator.IdOf(number), time.GetTimestamp());
        coordinator.Add(saga);
        return saga;
    }

    public async ValueTask<TransactionAbortedException?> Commit(RunningTransaction running)
    {
        var saga = (RunningSaga)running;
        var grains = saga.Close();

        // What it has read may yet turn out never to have been.
        if (!saga.Read.IsCompletedSuccessfully)
            await saga.Read.WaitAsync(options.Timeout, time);

        var refusal = await coordinator.PrepareAll(saga.Id, grains) ?? LostBranch(saga);
        if (refusal is not null)
        {
            await Abort(saga, refusal.Cause);
            return refusal;
        }

        var stored = Store(saga);
        var ended = EndStored(saga, grains, stored);
        await durability.Wait(Task.WhenAny(stored));
        return await ended;
    }

    public async Task Abort(RunningTransaction running, AbortCause cause)
    {
        var saga = (RunningSaga)running;
        var grains = saga.Close();
        saga.Decide(TransactionOutcome.Aborted);
        metrics.Aborted(cause);
        await decisions.Await(saga.Id, Compensate(saga, grains));
    }

    // An activation that has ended has taken its step along, if that is not stored.
    private static TransactionAbortedException? LostBranch(RunningSaga saga) =>
        saga.CloseBranches().Find(static branch => !branch.Saving.IsCompletedSuccessfully) is { } lost
            ? new(AbortCause.ParticipantLost, $"A step of transaction {saga.Id} at grain {lost.Grain} is not stored.", lost.Saving.Exception)
            : null;

    // The end of all steps is the decision.
    private Task Store(RunningSaga saga)
    {
        var branches = saga.CloseBranches();
        if (branches.Count + saga.WriteSets.Count == 0 || atomicWrites.Begin() is not { } write)
            return Task.CompletedTask;

        foreach (var branch in branches)
            branch.EndStep(write, mayFail: true);

        foreach (var writes in saga.WriteSets)
            write.Add(writes);

        saga.LetStorageDecide();
        return write.Submit();
    }

    private async Task<TransactionAbortedException?> EndStored(RunningSaga saga, List<IParticipant> grains, Task stored)
    {
        try
        {
            await stored;
        }
        catch (StorageConflictException exception)
        {
            await Abort(saga, AbortCause.Conflict);
            return new(AbortCause.Conflict, $"Transaction {saga.Id} could not be stored. {exception.Message}", exception);
        }
        catch (StorageUnavailableException exception) when (!exception.IsOutcomeUnknown)
        {
            await Abort(saga, AbortCause.Failure);
            throw;
        }

        // If it is not known whether it is stored this silo stops, undecided: when it is gone the others look whether it is.
        saga.Decide(TransactionOutcome.Committed);
        saga.Record?.Committed();
        metrics.Committed();
        saga.End();
        await Release(saga, grains);
        return null;
    }

    private async Task Release(RunningSaga saga, List<IParticipant> grains)
    {
        var message = new EndSaga(saga.Id);
        if (await decisions.SendOnce(message, grains) is { } silent)
            _ = Recover();
        else
            Clean(saga);

        async Task Recover()
        {
            await decisions.Send(message, silent, saga.Began, mayGiveUp: false);
            Clean(saga);
        }
    }

    // However long it takes. It fails if it is not known whether one of the steps is stored.
    private async Task Compensate(RunningSaga saga, List<IParticipant> grains)
    {
        var message = new Compensate(saga.Id);
        for (var i = grains.Count - 1; i >= 0; i--)
            await decisions.SendUntilHeard(message, [grains[i]], saga.Began);

        saga.End();
        var doubt = saga.CloseBranches().Select(static branch => branch.Saving.Exception?.InnerException).FirstOrDefault(SagaCoordinator.IsInDoubt);
        await decisions.SendUntilHeard(new EndCompensated(saga.Id), grains, saga.Began);
        Clean(saga);
        if (doubt is not null && !coordinator.LetsStorageDecide)
            throw new StorageUnavailableException($"{doubt.Message} A step of the transaction may be stored.", doubt) { IsOutcomeUnknown = true };
    }

    private void Clean(RunningSaga saga)
    {
        foreach (var branch in saga.CloseBranches())
            handoff.Clean(branch.Grain);

        saga.Forget();
        coordinator.Remove(saga);
    }
}
