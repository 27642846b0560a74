namespace Marketplace.Driver.Target;

/// <summary>The target can't be reached, died, or refused what every target must take (exit code 3). The message says what to do.</summary>
/// <param name="message">What happened.</param>
/// <param name="inner">What caused it.</param>
internal sealed class TargetException(string message, Exception? inner = null) : Exception(message, inner);
