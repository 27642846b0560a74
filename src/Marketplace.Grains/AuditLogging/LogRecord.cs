namespace Marketplace.Grains.AuditLogging;

/// <summary>A record for the audit log.</summary>
/// <param name="Type">What it tells of.</param>
/// <param name="Key">Which one: "customer|order", or "customer|order|seller".</param>
/// <param name="CustomerId">Whose: an export is taken by customers.</param>
/// <param name="Tid">Transaction that made it.</param>
/// <param name="Time">When it was logged, UTC.</param>
/// <param name="Value">The record, JSON in UTF-8.</param>
internal sealed record LogRecord(LogType Type, string Key, int CustomerId, string Tid, DateTime Time, byte[] Value);
