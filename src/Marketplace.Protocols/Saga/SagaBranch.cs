using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>The part that a saga has in one grain.</summary>
/// <param name="log">Where the saga is recorded; null if it is not.</param>
internal abstract class SagaBranch(RunningSaga saga, GrainId grainId, IParticipant grain, AttemptLog? log)
{
    /// <summary>The saga.</summary>
    public RunningSaga Saga => saga;

    /// <summary>The grain.</summary>
    public GrainId GrainId => grainId;

    /// <summary>A reference to it.</summary>
    public IParticipant Grain => grain;

    /// <summary>Where the saga is recorded; null if it is not.</summary>
    public AttemptLog? Log => log;

    /// <summary>What leaves the grain when the saga has ended.</summary>
    public List<CommitAction>? CommitActions { get; set; }

    /// <summary>Ends when all steps are stored; fails if one is not.</summary>
    public Task Saving { get; set; } = Task.CompletedTask;

    /// <summary>Runs the commit actions, or takes the step back; null before the saga has ended.</summary>
    public Task? Ending { get; set; }

    /// <summary>Whether nobody may build on its step, or on what remained when it was taken back.</summary>
    public bool IsOpen => !Saga.IsOver;

    /// <summary>Whether the grain has nothing more to do for the saga.</summary>
    public bool IsOver => !IsOpen && (CommitActions is null || Saga.Outcome == TransactionOutcome.Aborted);

    /// <summary>Adds its end to what is written when the saga has ended well: nothing is left to take back, and what can leave leaves.</summary>
    public abstract void End(AtomicWrite write);

    /// <summary>Nothing is to be taken back any more: the states before and after the step are not needed.</summary>
    public abstract void Forget();

    /// <summary>Lets leave with a write what can.</summary>
    protected void Join(AtomicWrite write)
    {
        CommitActions?.RemoveAll(action => action.Join(write));
        CommitActions = CommitActions is { Count: 0 } ? null : CommitActions;
    }
}

/// <summary>The part with its step.</summary>
internal sealed class SagaBranch<TState>(RunningSaga saga, GrainId grainId, IParticipant grain, AttemptLog? log)
    : SagaBranch(saga, grainId, grain, log)
    where TState : class, new()
{
    /// <summary>What the saga has done here so far, and its compensation once it has; null if it has only emitted.</summary>
    public Step<TState>? Step { get; set; }

    /// <summary>As much of it as is stored.</summary>
    public Step<TState>? Stored { get; set; }

    /// <summary>Where the activation that has the branch keeps its state.</summary>
    public required IStateStore<TState> Store { get; set; }

    public override void End(AtomicWrite write)
    {
        if (Step is not null)
            Store.EndStep(write, Saga.Id.Number);

        Join(write);
    }

    public override void Forget() => Step = Stored = null;
}
