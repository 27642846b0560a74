using System.Diagnostics.CodeAnalysis;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// The branch of a transaction whose updates commit at once, each as a step, and are taken back if the transaction fails.
/// </summary>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
internal abstract class StepBranch(TransactionId id, long age) : Branch(id, age)
{
    /// <summary>What it has done here so far, and its compensation once it has; null if it has only emitted.</summary>
    public Step? Step { get; set; }

    /// <summary>As much of it as is stored.</summary>
    public Step? StoredStep { get; set; }

    /// <summary>Ends when all steps are stored; fails if one is not.</summary>
    public Task Saving { get; set; } = Task.CompletedTask;

    /// <summary>Whether it is not known if one of them is stored. Nobody finds out here, as its activation can't go on.</summary>
    public bool IsInDoubt { get; set; }

    /// <summary>Runs the commit actions, or takes the step back; null before the transaction has ended.</summary>
    public Task? Ending { get; set; }

    /// <summary>Whether that is under way or done; what has failed is tried again.</summary>
    [MemberNotNullWhen(true, nameof(Ending))]
    public bool IsEnding => Ending is { IsFaulted: false };

    /// <summary>Whether that is done.</summary>
    public bool IsEnded => Ending is { IsCompletedSuccessfully: true };

    /// <summary>Where the transaction is recorded; null if it is not.</summary>
    public AttemptLog? Log { get; set; }

    /// <summary>
    /// Whether its grain knows the end of its transaction from messages alone, and the transaction nothing of it but the grain: that is on another
    /// silo, or was called by one that is.
    /// </summary>
    public bool IsApart { get; init; }

    /// <summary>
    /// Whether it is known from what is stored alone, as an earlier activation did its step: what leaves with it may be lost, so it can only be
    /// taken back.
    /// </summary>
    public bool IsLeft { get; init; }

    /// <summary>Whether the state is without the step already: it was taken back, though that may not be stored yet.</summary>
    public bool IsUndone { get; set; }

    /// <summary>Whether its step is taken back, and stored without it.</summary>
    public bool IsTakenBack { get; set; }

    /// <summary>Whether nobody may build on its step, or on what remained when it was taken back.</summary>
    public abstract bool IsOpen { get; }

    /// <summary>Ends when it is not open any more.</summary>
    public abstract Task Over { get; }

    /// <summary>No further step can be done.</summary>
    public abstract void Close();

    /// <summary>It is not open any more, where its grain is told so; who knows it without a message is told in vain.</summary>
    /// <param name="outcome">How its transaction has ended.</param>
    public abstract void EndHere(TransactionOutcome outcome);

    /// <summary>
    /// Adds its end to what is written when the transaction has ended well: nothing is left to take back, and what can leave leaves.
    /// </summary>
    /// <param name="mayFail">Whether that may not be stored in the end, and the transaction be aborted.</param>
    public void EndStep(AtomicWrite write, bool mayFail = false)
    {
        if (mayFail)
            KeepActions();

        if (Step is not null)
            Store.EndStep(write, Id.Number);

        JoinActions(write);
        CommitActions = CommitActions is { Count: 0 } ? null : CommitActions;
    }

    /// <summary>The next activation begins with what is stored: with the step, unless it is stored that it was taken back.</summary>
    public void BeginAnew()
    {
        if (IsUndone && StoredStep is null)
            return;

        (Step, IsUndone) = (StoredStep, false);
    }

    /// <summary>What is stored with its step of what leaves with it.</summary>
    public IReadOnlyList<byte[]> StoredActions() => CommitActions is null ? [] : [.. CommitActions.Select(static a => a.ToStored()).OfType<byte[]>()];

    /// <summary>Some actions have left with the write that took its step back.</summary>
    public void Drop(List<CommitAction> actions)
    {
        if (actions.Count > 0)
            CommitActions = new(CommitActions!.Where(action => !actions.Exists(left => ReferenceEquals(left, action))));
    }

    /// <summary>The silo of its transaction stores that nothing is left to take back.</summary>
    protected override void AddToWriteSet(AtomicWrite write)
    {
        if (Step is not null)
            Store.EndStep(write, Id.Number);
    }

    /// <summary>Nothing is to be taken back any more: the states before and after the step are not needed.</summary>
    public void Forget() => Step = StoredStep = null;
}
