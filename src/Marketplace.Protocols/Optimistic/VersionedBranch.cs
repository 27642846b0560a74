using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Optimistic;

/// <summary>The branch of a transaction from its first access until the transaction is over.</summary>
/// <param name="id">The transaction.</param>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
/// <param name="hasPriority">Whether it keeps others out from its first access on (<see cref="PriorityToken"/>).</param>
internal sealed class VersionedBranch(TransactionId id, long age, bool hasPriority) : Branch(id, age)
{
    public bool HasPriority => hasPriority;

    /// <summary>The version of the state that it has seen.</summary>
    public long Version { get; set; }

    /// <summary>What it holds the commit lock for; null if it does not.</summary>
    public AccessMode? Lock { get; set; }
}
