namespace Marketplace.Grains.Cluster;

/// <summary>A silo did not answer: it is gone, or too slow.</summary>
/// <param name="message">Which one, and what it was asked for.</param>
/// <param name="innerException">What the engine says.</param>
public sealed class SiloLostException(string message, Exception innerException) : Exception(message, innerException);
