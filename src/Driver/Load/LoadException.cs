namespace Marketplace.Driver.Load;

/// <summary>The load can't go on; the message says why.</summary>
internal sealed class LoadException(string message) : Exception(message);
