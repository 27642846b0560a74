using Orleans;

namespace Marketplace.Grains.Cluster;

/// <summary>
/// A silo of the cluster did not answer: it is gone, or too slow. Nobody knows whether it has done what it was asked for.
/// </summary>
[GenerateSerializer]
public sealed class SiloLostException : Exception
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
