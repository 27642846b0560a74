using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>The branch that a saga has in one grain.</summary>
/// <param name="saga">The saga; in a grain of another silo what stands for it there.</param>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
internal sealed class SagaBranch(RunningSaga saga, GrainId grain, long age = 0) : StepBranch(saga.Id, age)
{
    public RunningSaga Saga => saga;

    public GrainId Grain => grain;

    /// <summary>Where its last step is among all of the saga. For the saga alone.</summary>
    public long Place { get; set; }

    public override bool IsOpen => !saga.IsOver;

    public override Task Over => saga.Over;

    /// <summary>Whether the grain has nothing more to do for the saga.</summary>
    public override bool IsOver => !IsOpen && (CommitActions is null || saga.Outcome == TransactionOutcome.Aborted);

    public override void Close()
    {
        if (IsApart)
            saga.CloseBranches();
    }

    public override void EndHere(TransactionOutcome outcome)
    {
        if (!IsApart || saga.IsOver)
            return;

        saga.Decide(outcome);
        saga.End();
        Forget();
    }
}
