using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// The branch of a transaction whose updates commit at once, each as a step, and are taken back if the transaction fails.
/// </summary>
internal abstract class StepBranch(TransactionId id) : Branch(id, 0)
{
    /// <summary>What it has done here so far, and its compensation once it has; null if it has only emitted.</summary>
    public Step? Step { get; set; }

    /// <summary>As much of it as is stored.</summary>
    public Step? StoredStep { get; set; }

    /// <summary>Whether the state is without the step already: it was taken back, though that may not be stored yet.</summary>
    public bool IsTakenBack { get; set; }

    /// <summary>Ends when all steps are stored; fails if one is not.</summary>
    public Task Saving { get; set; } = Task.CompletedTask;

    /// <summary>Runs the commit actions, or takes the step back; null before the transaction has ended.</summary>
    public Task? Ending { get; set; }

    /// <summary>Where the transaction is recorded; null if it is not.</summary>
    public AttemptLog? Log { get; set; }

    /// <summary>Whether nobody may build on its step, or on what remained when it was taken back.</summary>
    public abstract bool IsOpen { get; }

    /// <summary>Ends when it is not open any more.</summary>
    public abstract Task Over { get; }

    /// <summary>
    /// Adds its end to what is written when the transaction has ended well: nothing is left to take back, and what can leave leaves.
    /// </summary>
    public void EndStep(AtomicWrite write)
    {
        if (Step is not null)
            Store.EndStep(write, Id.Number);

        JoinActions(write);
        CommitActions = CommitActions is { Count: 0 } ? null : CommitActions;
    }

    /// <summary>The next activation begins with what is stored: with the step, unless it is stored that it was taken back.</summary>
    public void BeginAnew()
    {
        if (IsTakenBack && StoredStep is null)
            return;

        (Step, IsTakenBack) = (StoredStep, false);
    }

    /// <summary>Nothing is to be taken back any more: the states before and after the step are not needed.</summary>
    public void Forget() => Step = StoredStep = null;
}
