namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>How finished records are logged to PostgreSQL.</summary>
/// <param name="Postgres">How PostgreSQL is used.</param>
/// <param name="Folder">Where records wait on the disk while it is away.</param>
/// <param name="SpoolBytesMax">How much may wait there until transactions are refused, in bytes.</param>
public sealed record AuditLogOptions(PostgresOptions Postgres, string Folder, long SpoolBytesMax);
