using Orleans;

namespace Marketplace.Protocols.Storage;

/// <summary>The storage could not be reached, or refused its work. What the message says is for those who run the system.</summary>
[GenerateSerializer]
public sealed class StorageUnavailableException : Exception
{
    /// <summary>Makes the exception.</summary>
    public StorageUnavailableException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened, and what to do.</param>
    public StorageUnavailableException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened, and what to do.</param>
    /// <param name="innerException">The cause.</param>
    public StorageUnavailableException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Whether a write may have been stored all the same: the connection was lost before its outcome was told.</summary>
    [Id(0)]
    public bool IsOutcomeUnknown { get; init; }
}
