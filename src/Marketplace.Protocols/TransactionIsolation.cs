namespace Marketplace.Protocols;

/// <summary>How a protocol keeps a transaction that is not decided yet apart from others.</summary>
public enum TransactionIsolation
{
    /// <summary>Not at all: others see what it writes, and change it.</summary>
    None = 0,

    /// <summary>
    /// Its writes: others see them, but who would change them waits until it is decided. Those wait for each other long, and in cycles, that all
    /// want the same.
    /// </summary>
    Writes = 1,

    /// <summary>Wholly: others see nothing of it, and who would change what it writes waits, or is rolled back.</summary>
    Serializable = 2,
}
