namespace Marketplace.Protocols.Locking;

/// <summary>The part that a transaction has in one grain, from its request for the lock until the transaction is over.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
/// <param name="id">The transaction.</param>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
/// <param name="wanted">What it asked for.</param>
internal sealed class LockHolder<TState>(TransactionId id, long age, AccessMode wanted)
    where TState : class, new()
{
    /// <summary>The transaction.</summary>
    public TransactionId Id => id;

    /// <summary>When its first attempt began: a smaller one is older.</summary>
    public long Age => age;

    /// <summary>What it asked for last.</summary>
    public AccessMode Wanted { get; set; } = wanted;

    /// <summary>What it holds.</summary>
    public AccessMode Mode { get; set; } = wanted;

    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public TState? Working { get; set; }

    /// <summary>What leaves the grain at the commit, in order.</summary>
    public Queue<Emission>? Emissions { get; set; }

    /// <summary>Whether it has promised to commit when it is told to.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether it is committed here; it may be that it is not stored yet.</summary>
    public bool IsInstalled { get; set; }

    /// <summary>Ends when the lock is granted, fails when the transaction is over before; null while it does not wait.</summary>
    public TaskCompletionSource? Granted { get; set; }

    /// <summary>Its commit under way, so that a repeated message waits for the same one.</summary>
    public Task? Committing { get; set; }

    /// <summary>Whether it precedes another transaction.</summary>
    /// <param name="other">The other.</param>
    /// <returns>True if it is older.</returns>
    public bool IsOlderThan(LockHolder<TState> other) =>
        (Age, Id.Coordinator, Id.Number).CompareTo((other.Age, other.Id.Coordinator, other.Id.Number)) < 0;
}
