namespace Orleans;

/// <summary>How a method takes part in transactions of Orleans.</summary>
public enum TransactionOption
{
    /// <summary>Not in a transaction, even when the caller is.</summary>
    Suppress,

    /// <summary>In the caller's transaction, or else in one of its own.</summary>
    CreateOrJoin,

    /// <summary>Always in a transaction of its own.</summary>
    Create,

    /// <summary>In the caller's transaction; calling it outside one is an error.</summary>
    Join,

    /// <summary>In the caller's transaction if there is one.</summary>
    Supported,

    /// <summary>Calling it in a transaction is an error.</summary>
    NotAllowed,
}

/// <summary>
/// Marks how an interface method takes part in transactions of Orleans. The local engine has none of those: there the protocols
/// run every transaction, and this is a marker.
/// </summary>
/// <param name="option">How the method takes part.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class TransactionAttribute(TransactionOption option) : Attribute
{
    /// <summary>How the method takes part.</summary>
    public TransactionOption Option { get; } = option;
}
