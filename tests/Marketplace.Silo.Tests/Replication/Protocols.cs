using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>The protocols that replication is tested with.</summary>
internal static class Protocols
{
    public static TheoryData<string> All => ["none", "locking", "ordered-locking", "deterministic", "optimistic", "saga"];
}
