using Marketplace.Grains.AuditLogging;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>A record with its number, which makes it one and the same however often it is written.</summary>
/// <param name="Number">1, 2, … of this silo.</param>
internal readonly record struct LogRow(long Number, LogRecord Record);
