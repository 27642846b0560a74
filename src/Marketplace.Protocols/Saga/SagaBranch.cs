using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>The branch that a saga has in one grain.</summary>
internal sealed class SagaBranch(RunningSaga saga, GrainId grain) : StepBranch(saga.Id)
{
    public RunningSaga Saga => saga;

    public GrainId Grain => grain;

    public override bool IsOpen => !saga.IsOver;

    public override Task Over => saga.Over;

    /// <summary>Whether the grain has nothing more to do for the saga.</summary>
    public override bool IsOver => !IsOpen && (CommitActions is null || saga.Outcome == TransactionOutcome.Aborted);
}
