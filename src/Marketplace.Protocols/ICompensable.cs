namespace Marketplace.Protocols;

/// <summary>
/// A state whose steps can be taken back although other transactions have gone on from what they left: what a saga needs to know of the
/// business (Garcia-Molina and Salem, SIGMOD 1987). A step is what one transaction did to the state, as two states: before and after it.
/// </summary>
/// <typeparam name="TState">The state itself.</typeparam>
/// <remarks>
/// Sums take back their growth. What can't be shared (a version, a row, the last number of a series) goes back to what it was, and until
/// the transaction has ended nobody else may build on it: <see cref="CanUndo"/> says whether somebody has.
/// </remarks>
public interface ICompensable<in TState>
    where TState : class
{
    /// <summary>Whether nothing in this state was built on a step, so that the step can be taken back.</summary>
    /// <param name="before">The state before the step.</param>
    /// <param name="after">The state after it.</param>
    /// <returns>False if what the step left has been changed, or used up.</returns>
    bool CanUndo(TState before, TState after);

    /// <summary>Takes a step back. Only for one that can be.</summary>
    /// <param name="before">The state before the step.</param>
    /// <param name="after">The state after it.</param>
    void Undo(TState before, TState after);
}

/// <summary>
/// A state that can tell whether there is anything in it. One that is still empty after an update is not stored, so that requests
/// for things that do not exist leave nothing behind.
/// </summary>
public interface IStorableState
{
    /// <summary>True while the state holds nothing worth keeping.</summary>
    bool IsEmpty { get; }
}
