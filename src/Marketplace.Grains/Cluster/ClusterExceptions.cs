namespace Marketplace.Grains.Cluster;

/// <summary>An operation waited too long to begin, or a reset too long for the operations under way; nothing was done.</summary>
/// <param name="message">The reason, in a sentence for people.</param>
internal sealed class GateTimeoutException(string message) : TimeoutException(message);

/// <summary>
/// A silo of the cluster did not answer: it is gone, or too slow. Nobody knows whether it has done what it was asked for.
/// </summary>
[GenerateSerializer]
internal sealed class SiloLostException : Exception
{
    /// <summary>Makes the exception.</summary>
    public SiloLostException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">Which silo, or what it was asked for.</param>
    public SiloLostException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">Which silo, or what it was asked for.</param>
    /// <param name="innerException">What the engine says.</param>
    public SiloLostException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
