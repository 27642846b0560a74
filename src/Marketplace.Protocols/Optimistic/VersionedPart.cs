namespace Marketplace.Protocols.Optimistic;

/// <summary>The part that a transaction has in one grain, from its first access until the transaction is over.</summary>
/// <typeparam name="TState">The grain's state.</typeparam>
/// <param name="id">The transaction.</param>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
/// <param name="insists">Whether it keeps others out from its first access on (<see cref="Insistence"/>).</param>
internal sealed class VersionedPart<TState>(TransactionId id, long age, bool insists)
    where TState : class, new()
{
    /// <summary>The transaction.</summary>
    public TransactionId Id => id;

    /// <summary>Whether it keeps others out from its first access on.</summary>
    public bool Insists => insists;

    /// <summary>The version of the state that it has seen.</summary>
    public long Version { get; set; }

    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public TState? Working { get; set; }

    /// <summary>What leaves the grain at the commit, in order.</summary>
    public Queue<Emission>? Emissions { get; set; }

    /// <summary>Whether it changes anything; else it has only read.</summary>
    public bool HasWritten => Working is not null || Emissions is not null;

    /// <summary>What it holds the commit lock for; null if it does not.</summary>
    public AccessMode? Lock { get; set; }

    /// <summary>Whether it has promised to commit when it is told to.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether its version is the grain's; it may be that it is not stored yet.</summary>
    public bool IsInstalled { get; set; }

    /// <summary>Its commit under way, so that a repeated message waits for the same one.</summary>
    public Task? Committing { get; set; }

    /// <summary>Whether it precedes another transaction.</summary>
    /// <param name="other">The other.</param>
    /// <returns>True if it is older.</returns>
    public bool IsOlderThan(VersionedPart<TState> other) => Order.CompareTo(other.Order) < 0;

    private (long Age, long Coordinator, long Number) Order => (age, id.Coordinator, id.Number);
}
