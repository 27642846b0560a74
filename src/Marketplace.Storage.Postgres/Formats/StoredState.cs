namespace Marketplace.Storage.Postgres.Formats;

/// <summary>A state as it is stored.</summary>
/// <param name="Version">Number that each write of it raises.</param>
/// <param name="Document">The document, JSON.</param>
/// <param name="Items">The items beside it, JSON, in no order.</param>
internal sealed record StoredState(long Version, byte[] Document, IReadOnlyList<(string Part, long Id, byte[] Document)> Items);
