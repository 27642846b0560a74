namespace Marketplace.Protocols;

/// <summary>What a transaction does to a grain.</summary>
public enum AccessMode
{
    /// <summary>It only reads: transactions that do may share the grain.</summary>
    Read = 0,

    /// <summary>It writes, and may read: it has the grain for itself.</summary>
    Write = 1,
}
