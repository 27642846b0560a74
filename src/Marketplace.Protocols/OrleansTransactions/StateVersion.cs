using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// One version of a grain's state, which one transaction makes: what Orleans holds as the transactional state. It carries what the
/// transaction emits, so that this leaves if and only if this version is committed.
/// </summary>
internal sealed class StateVersion<TState> : ICopiedState
    where TState : class, new()
{
    /// <summary>The state.</summary>
    public TState State { get; set; } = new();

    /// <summary>Whether the state differs from the last one that is stored.</summary>
    public bool IsChanged { get; set; }

    /// <summary>Whether what is stored has to be cleared before.</summary>
    public bool IsCleared { get; set; }

    /// <summary>What its transaction emits here; null if nothing.</summary>
    public Outbox? Outbox { get; set; }

    /// <summary>Whether a silo that is gone has prepared it.</summary>
    public bool IsRestored { get; private init; }

    /// <summary>Whether it is committed and stored.</summary>
    public bool IsStored { get; private set; }

    /// <summary>
    /// The version that it was made from, while that is not stored. Orleans stores only the last of several versions that are committed
    /// together, and those before it have commit actions too.
    /// </summary>
    public StateVersion<TState>? Previous { get; private set; }

    /// <summary>In what it differs from another version, as it was written; null if it was not.</summary>
    public (StateVersion<TState> From, byte[] Written)? Difference { get; set; }

    public object Copy() => new StateVersion<TState>
    {
        State = StateCopy.Of(State),
        IsChanged = IsChanged && !IsStored,
        IsCleared = IsCleared && !IsStored,
        Previous = IsStored ? null : this,
    };

    /// <summary>It and those before it that are not stored, the oldest first.</summary>
    /// <param name="after">The newest one that is not wanted; null for all.</param>
    public IEnumerable<StateVersion<TState>> Unstored(StateVersion<TState>? after = null)
    {
        var versions = new Stack<StateVersion<TState>>();
        for (var version = this; version is { IsStored: false } && version != after; version = version.Previous)
            versions.Push(version);

        return versions;
    }

    /// <summary>Makes one that was stored before it was committed.</summary>
    /// <param name="previous">The one before it; null if that is committed.</param>
    public static StateVersion<TState> Restore(TState state, bool isChanged, bool isCleared, Outbox? outbox, StateVersion<TState>? previous) => new()
    {
        State = state,
        IsChanged = isChanged,
        IsCleared = isCleared,
        Outbox = outbox,
        Previous = previous,
        IsRestored = true,
    };

    /// <summary>Says that it is committed and stored.</summary>
    public void MarkStored() => (IsStored, Previous, Difference) = (true, null, null);
}

/// <summary>A transactional state that makes its own copies.</summary>
internal interface ICopiedState
{
    /// <summary>Makes a copy that can be changed.</summary>
    object Copy();
}

/// <summary>
/// Copies what Orleans copies in a transaction: states, cheaply, and what functions on them answer, not at all, since that is immutable.
/// Orleans' own copier would copy a whole state, member by member, for each transaction that writes it.
/// </summary>
internal sealed class VersionCopier<T> : ITransactionDataCopier<T>
{
    public T DeepCopy(T original) => original is ICopiedState state ? (T)state.Copy() : original;
}
