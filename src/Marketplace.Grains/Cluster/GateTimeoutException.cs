namespace Marketplace.Grains.Cluster;

/// <summary>An operation waited too long to begin, or a reset too long for the operations under way; nothing was done.</summary>
/// <param name="message">The reason, in a sentence for people.</param>
public sealed class GateTimeoutException(string message) : TimeoutException(message);
