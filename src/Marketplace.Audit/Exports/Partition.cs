namespace Marketplace.Audit.Exports;

/// <summary>The customers whose id leaves this remainder: one pass of an audit works on one partition of them.</summary>
/// <param name="Index">Remainder, from 0.</param>
/// <param name="Count">Number of partitions, from 1.</param>
public readonly record struct Partition(int Index, int Count)
{
    /// <summary>All customers.</summary>
    public static Partition All => new(0, 1);

    /// <summary>True if the customer belongs to this partition.</summary>
    /// <param name="customerId">The customer.</param>
    public bool Contains(int customerId) => Of(customerId, Count) == Index;

    /// <summary>Index of the partition of a customer; a negative id, which no correct target exports, has one too.</summary>
    /// <param name="customerId">The customer.</param>
    /// <param name="count">Number of partitions.</param>
    public static int Of(int customerId, int count) => (int)((uint)customerId % (uint)count);
}
