namespace Marketplace.Silo;

/// <summary>An operation waited too long to begin, or a reset too long for the operations under way; nothing was done.</summary>
/// <param name="message">The reason, in a sentence for people.</param>
internal sealed class GateTimeoutException(string message) : TimeoutException(message);
