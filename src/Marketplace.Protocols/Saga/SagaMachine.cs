using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// One grain under sagas: an update is a step that commits at once and is seen by everybody, unless it would build on a step that may have to be
/// taken back.
/// </summary>
internal sealed class SagaMachine(SagaWaits waits) : ParticipantMachine
{
    // In the order of their last steps; those that are over leave with the next step.
    private readonly List<SagaBranch> _branches = new(1);

    public override IReadOnlyList<Branch> Branches => _branches;

    public override IReadOnlyList<Branch> Doubtful => [];

    public override Branch? Find(TransactionId id)
    {
        foreach (var branch in _branches)
        {
            if (branch.Id == id)
                return branch;
        }

        return null;
    }

    public override bool HasSteps => true;

    // A saga of another silo has to know of the grain before its first step here.
    public override Entry Enter(in AccessRequest request) => new(request switch
    {
        { Mode: AccessMode.Read } => Verdict.Granted,
        { Running: RunningSaga } => Verdict.Step,
        _ when !waits.SpanSilos => Verdict.Foreign,
        _ => Find(request.Id) is null ? Verdict.Join : Verdict.Step,
    });

    public override StepBranch? ObstacleTo(TransactionId id, object after)
    {
        foreach (var other in _branches)
        {
            if (other.Id != id && other is { IsOpen: true, Step: { } step } && !step.CanBeUndoneIn(after))
                return other;
        }

        return null;
    }

    public override bool TryWait(in AccessRequest request, StepBranch other) => waits.TryAdd(request, (SagaBranch)other);

    public override void EndWait(in AccessRequest request, StepBranch other) => waits.Remove(request, (SagaBranch)other);

    // From now on its branch is the last one, here and of the saga, which is compensated in reverse.
    public override Entry Admit(in AccessRequest request)
    {
        // Its own silo knows how a saga ends; in a grain of another one something stands for it that is told.
        var branch = (SagaBranch?)Find(request.Id) ?? (request.Running is RunningSaga saga
            ? new SagaBranch(saga, Grain, request.Age)
            : new SagaBranch(new RunningSaga(request.Id, 0), Grain, request.Age) { IsApart = true });
        if (!branch.Saga.TryEnter(branch))
            return new(Verdict.Over);

        if (_branches.Count == 0 || _branches[^1] != branch)
        {
            _branches.RemoveAll(open => open.IsOver || open == branch);
            _branches.Add(branch);
        }

        return new(Verdict.Granted, branch);
    }

    public override IReadOnlyList<StepBranch> ReleasedBefore(StepBranch branch)
    {
        List<StepBranch>? earlier = null;
        foreach (var other in _branches)
        {
            if (other == branch)
                break;

            if (other is { CommitActions: not null, IsOpen: false, Saga.Outcome: TransactionOutcome.Committed })
                (earlier ??= []).Add(other);
        }

        return earlier ?? (IReadOnlyList<StepBranch>)[];
    }

    // What leaves the grain with it is lost, so no more can be done for it than to take it back.
    public override StepBranch RestoreStep(TransactionId id)
    {
        var branch = new SagaBranch(new RunningSaga(id, 0), Grain) { IsApart = true, IsLeft = true };
        branch.Close();
        _branches.Add(branch);
        return branch;
    }

    public override bool Outlives(Branch branch) => !branch.IsOver;

    public override void Restore(Branch branch) => _branches.Add((SagaBranch)branch);

    public override void Deactivate()
    {
    }

    // Who waits for a saga does so in no grain, nobody votes, and a branch ends with its saga.
    public override void TimedOut(Branch branch) => throw new InvalidOperationException("Nobody waits here.");

    public override ParticipantAnswer Vote(Branch branch) => throw new InvalidOperationException("Nobody votes here.");

    public override void End(Branch branch) => throw new InvalidOperationException("A branch ends with its saga.");

    public override void Dismiss(TransactionId id) => throw new InvalidOperationException("A branch ends with its saga.");
}
