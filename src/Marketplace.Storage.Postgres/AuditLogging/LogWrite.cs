using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>A record of the audit log that is written with the transaction that it tells of.</summary>
/// <param name="service">Whose.</param>
/// <param name="writer">Number of who writes it.</param>
/// <param name="row">The record.</param>
internal sealed class LogWrite(string service, long writer, LogRow row) : IWritePart
{
    /// <inheritdoc/>
    public void AddTo(Batch batch)
    {
        batch.Of(service).Log(writer, row);
        batch.Size++;
    }
}
