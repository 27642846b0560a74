using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols;

/// <summary>
/// What a grain does outside of its state when its transaction commits, and never when it aborts: it archives a finished record, publishes the
/// update of a replica, writes to the audit log.
/// </summary>
public abstract record CommitAction
{
    /// <summary>Runs it. Called after the commit, and again if it fails.</summary>
    public abstract Task OnCommit();

    /// <summary>
    /// The activation that it was given to has ended, and the next one on the same silo is to run it. Called when that one has loaded its state,
    /// before it does anything else.
    /// </summary>
    /// <param name="grain">The grain in its next activation.</param>
    public virtual void TakeUp(object grain)
    {
    }

    /// <summary>
    /// The step that it belongs to was taken back after others had seen it (sagas). Called in the turn that took it back, before
    /// <see cref="OnAbort"/>; by protocols that show no step before it is decided never.
    /// </summary>
    /// <param name="state">The state that remained. It is not to be kept.</param>
    public virtual void OnUndone(object state)
    {
    }

    /// <summary>
    /// Adds to what is written when the step is taken back what <see cref="OnAbort"/> would do, if the storage of the states is where that goes.
    /// Called after <see cref="OnUndone"/>.
    /// </summary>
    /// <param name="write">What is written with the state that remained.</param>
    /// <returns>True if it is in; once that is stored <see cref="OnAbort"/> does not follow.</returns>
    public virtual bool JoinUndone(AtomicWrite write) => false;

    /// <summary>
    /// What is stored of it with the step that it belongs to, where that is seen before it is decided (sagas): whoever takes the step back after the
    /// silo has died has no more than this (<see cref="IStoredActions"/>).
    /// </summary>
    /// <returns>Null for nothing: then it is lost with the silo.</returns>
    public virtual byte[]? ToStored() => null;

    /// <summary>Takes back what was done outside on its account. Called once, after an abort.</summary>
    public virtual Task OnAbort() => Task.CompletedTask;

    /// <summary>Adds it to the batch that is written with the commit, if the storage of the states is where it goes.</summary>
    /// <param name="write">What is written with the commit.</param>
    /// <returns>True if it is in; then neither <see cref="OnCommit"/> nor <see cref="OnAbort"/> follows.</returns>
    public virtual bool Join(AtomicWrite write) => false;
}
