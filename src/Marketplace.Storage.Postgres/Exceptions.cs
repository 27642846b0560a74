namespace Marketplace.Storage.Postgres;

/// <summary>A silo that is not of the same cluster uses the database. If it was killed its session there ends soon.</summary>
internal sealed class InUseException(string message) : Exception(message);

/// <summary>The database holds tables that this silo can't use: of another version or layout, or with a journal that it can't apply.</summary>
internal sealed class LayoutException(string message, Exception? inner = null) : Exception(message, inner);
