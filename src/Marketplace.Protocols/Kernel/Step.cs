namespace Marketplace.Protocols.Kernel;

/// <summary>What a transaction did to the state of one grain, and can be taken back. Both states are never changed again.</summary>
internal abstract class Step(object before, object after)
{
    public object Before => before;

    public object After => after;

    /// <summary>Whether it can be taken back. Where the business has no rule, nobody may touch what it left.</summary>
    /// <param name="now">The state, in which others may have done their steps.</param>
    public abstract bool CanBeUndoneIn(object now);

    /// <summary>Takes it back.</summary>
    /// <param name="now">The state; it is not changed.</param>
    /// <returns>The state without this step.</returns>
    public abstract object UndoneIn(object now);

    /// <summary>This step and a later one of the same transaction, as one.</summary>
    /// <param name="earlier">The state before the later one; others may have done their steps in between.</param>
    /// <param name="later">The state after it.</param>
    public abstract Step Then(object earlier, object later);
}

internal sealed class Step<TState>(TState before, TState after) : Step(before, after)
    where TState : class, new()
{
    public override bool CanBeUndoneIn(object now) => IsEmpty
        || (now is ICompensable<TState> rule ? rule.CanUndo((TState)Before, (TState)After) : ReferenceEquals(now, After));

    public override object UndoneIn(object now)
    {
        if (IsEmpty)
            return now;

        if (now is not ICompensable<TState>)
            return Before;

        var copy = StateCopy.Of((TState)now);
        ((ICompensable<TState>)copy).Undo((TState)Before, (TState)After);
        return copy;
    }

    // It stands for what leaves the grain.
    private bool IsEmpty => ReferenceEquals(Before, After);

    public override Step Then(object earlier, object later) =>
        new Step<TState>((TState)(ReferenceEquals(earlier, After) ? Before : UndoneIn(earlier)), (TState)later);
}
