using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Locking;

/// <summary>The branch of a transaction in one grain, from its request for the lock until the transaction is over.</summary>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
internal sealed class LockHolder<TState>(TransactionId id, long age, AccessMode wanted) : Branch<TState>(id, age)
    where TState : class, new()
{
    /// <summary>What it asked for last.</summary>
    public AccessMode Wanted { get; set; } = wanted;

    /// <summary>What it holds.</summary>
    public AccessMode Mode { get; set; } = wanted;

    /// <summary>Ends when the lock is granted, fails when the transaction is over before; null while it does not wait.</summary>
    public TaskCompletionSource? Granted { get; set; }
}
