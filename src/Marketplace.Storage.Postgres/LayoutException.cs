namespace Marketplace.Storage.Postgres;

/// <summary>The database holds tables of another version of the silo.</summary>
/// <param name="message">Which, and what to do.</param>
internal sealed class LayoutException(string message) : Exception(message);
