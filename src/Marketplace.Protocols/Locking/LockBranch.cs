using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Locking;

/// <summary>The branch of a transaction from its request for the lock of a grain until the transaction is over.</summary>
/// <param name="id">The transaction.</param>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
/// <param name="wanted">What it asked for.</param>
internal sealed class LockBranch(TransactionId id, long age, AccessMode wanted) : Branch(id, age)
{
    /// <summary>What it asked for last.</summary>
    public AccessMode Wanted { get; set; } = wanted;

    /// <summary>What it holds.</summary>
    public AccessMode Mode { get; set; } = wanted;
}
