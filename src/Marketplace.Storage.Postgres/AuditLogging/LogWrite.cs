using Marketplace.Grains.AuditLogging;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>A record of the audit log that is written with the transaction that it tells of.</summary>
internal sealed class LogWrite(string service, long writer, LogRow row) : IWritePart
{
    public void AddTo(Batch batch)
    {
        batch.Of(service).Log(writer, row);
        batch.Size++;
    }
}

/// <summary>A record with its number, which makes it one and the same however often it is written.</summary>
/// <param name="Number">1, 2, … of this silo.</param>
internal readonly record struct LogRow(long Number, LogRecord Record);
