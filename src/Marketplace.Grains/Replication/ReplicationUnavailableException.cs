namespace Marketplace.Grains.Replication;

/// <summary>Replicas could not be read or written in time. What the message says is for those who run the system.</summary>
[GenerateSerializer]
internal sealed class ReplicationUnavailableException : Exception
{
    /// <summary>Makes the exception.</summary>
    public ReplicationUnavailableException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened, and what to do.</param>
    public ReplicationUnavailableException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened, and what to do.</param>
    /// <param name="innerException">The cause.</param>
    public ReplicationUnavailableException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Whether the update is committed, and will be replicated later; else nothing was done.</summary>
    [Id(0)]
    public bool IsCommitted { get; init; }
}
