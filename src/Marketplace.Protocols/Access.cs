using Orleans;

namespace Marketplace.Protocols;

/// <summary>A grain that a transaction is going to touch.</summary>
/// <param name="Rank">Place of the grain's service in the global order of all grains.</param>
/// <param name="Key">Place of the grain within its service.</param>
/// <param name="Mode">What is done to it.</param>
[GenerateSerializer, Immutable]
public readonly record struct Access(IParticipant Grain, int Rank, long Key, AccessMode Mode)
{
    /// <summary>
    /// Whether no transaction waits for this grain while it holds another that its holder may want: a grain before it in the order keeps such
    /// transactions apart. Then nobody need take it in the order only for the sake of that.
    /// </summary>
    [Id(0)]
    public bool IsGuarded { get; init; }

    /// <summary>Compares the places of two grains in the global order.</summary>
    internal static int Compare(Access left, Access right) =>
        left.Rank != right.Rank ? left.Rank.CompareTo(right.Rank) : left.Key.CompareTo(right.Key);
}

/// <summary>What a transaction does to a grain.</summary>
public enum AccessMode
{
    /// <summary>It only reads: transactions that do may share the grain.</summary>
    Read = 0,

    /// <summary>It writes, and may read: it has the grain for itself.</summary>
    Write = 1,
}
