using Orleans;

namespace Marketplace.Protocols;

/// <summary>A transaction was aborted: nothing of it remains. It can be run again.</summary>
[GenerateSerializer]
public sealed class TransactionAbortedException : Exception
{
    /// <summary>Makes the exception.</summary>
    public TransactionAbortedException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    public TransactionAbortedException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause.</param>
    public TransactionAbortedException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="cause">Why.</param>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause.</param>
    public TransactionAbortedException(AbortCause cause, string message, Exception? innerException = null)
        : base(message, innerException) => Cause = cause;

    /// <summary>Why.</summary>
    [Id(0)]
    public AbortCause Cause { get; private set; }
}
