namespace Marketplace.Storage.Postgres;

/// <summary>A silo that is not of the same cluster uses the database. If it was killed its session there ends soon.</summary>
internal sealed class InUseException(string message) : Exception(message);

/// <summary>The database holds tables of another version of the silo.</summary>
internal sealed class LayoutException(string message) : Exception(message);
