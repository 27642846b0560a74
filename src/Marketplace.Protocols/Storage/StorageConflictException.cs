using Orleans;

namespace Marketplace.Protocols.Storage;

/// <summary>
/// A state was written by somebody else since it was loaded: its grain is active on another silo too. Nothing was stored; the
/// activation ends, and the next one loads what is stored.
/// </summary>
[GenerateSerializer]
public sealed class StorageConflictException : Exception
{
    /// <summary>Makes the exception.</summary>
    public StorageConflictException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    public StorageConflictException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause.</param>
    public StorageConflictException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
