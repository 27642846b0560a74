namespace Marketplace.Protocols.Saga;

/// <summary>What a saga did to the state of one grain. Both states are never changed again.</summary>
/// <param name="Before">The state before it.</param>
/// <param name="After">The state after it.</param>
internal sealed record Step<TState>(TState Before, TState After)
    where TState : class, new()
{
    /// <summary>Whether it can be taken back from a state. Where the business has no rule, nobody may touch what it left.</summary>
    /// <param name="now">The state, in which others may have done their steps.</param>
    public bool CanBeUndoneIn(TState now) => now is ICompensable<TState> rule ? rule.CanUndo(Before, After) : ReferenceEquals(now, After);

    /// <summary>Takes it back.</summary>
    /// <param name="now">The state; it is not changed.</param>
    /// <returns>The state without this step.</returns>
    public TState UndoneIn(TState now)
    {
        if (now is not ICompensable<TState>)
            return Before;

        var copy = StateCopy.Of(now);
        ((ICompensable<TState>)copy).Undo(Before, After);
        return copy;
    }

    /// <summary>This step and a later one of the same saga, as one.</summary>
    /// <param name="before">The state before the later one; others may have done their steps in between.</param>
    /// <param name="after">The state after it.</param>
    public Step<TState> Then(TState before, TState after) =>
        new(ReferenceEquals(before, After) ? Before : UndoneIn(before), after);
}
