namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>What a protocol promises; it is held to that.</summary>
[Flags]
public enum Claims
{
    None = 0,

    /// <summary>A transaction has all of its effects or none, once everything is at rest.</summary>
    Atomic = 1,

    /// <summary>Some order of the transactions, one after the other, explains what they saw.</summary>
    Serializable = 2,

    /// <summary>Transactions that meet wait: none is aborted for it.</summary>
    NoConflictAborts = 4,
}
