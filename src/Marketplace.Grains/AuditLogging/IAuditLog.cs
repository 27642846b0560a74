using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.AuditLogging;

/// <summary>Where finished records are logged. Each record is there once, and is lost with nothing but the silo that holds it back.</summary>
internal interface IAuditLog : ILogRoom
{
    /// <summary>Takes a record of a transaction that has committed. It never refuses: it waits, when there is no room.</summary>
    /// <returns>When it is taken; it is in the database later.</returns>
    ValueTask Append(LogRecord record);

    /// <summary>Adds a record to what becomes durable together with the states that it tells of: it is in the database when they are.</summary>
    void Append(AtomicWrite write, LogRecord record);

    /// <summary>Waits until all that was taken before is in the database.</summary>
    /// <exception cref="StorageUnavailableException">It is not, within the time-out.</exception>
    Task Flush(CancellationToken cancellationToken);

    /// <summary>Reads what is in the database, as lines of `/audit/log`.</summary>
    IAsyncEnumerable<ReadOnlyMemory<byte>> Read(KeyFilter filter, CancellationToken cancellationToken);

    /// <summary>Drops everything, what waits too.</summary>
    /// <returns>When it is gone.</returns>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task Clear();
}

/// <summary>Whether the audit log has room for what a transaction would leave in it.</summary>
internal interface ILogRoom
{
    /// <summary>Refuses, before it begins, a transaction whose records would have to wait.</summary>
    /// <exception cref="StorageUnavailableException">The database has been away for so long that what waits for it fills its room.</exception>
    void MakeSureOfRoom();
}

/// <summary>A record for the audit log.</summary>
/// <param name="Type">What it is a record of (<see cref="Archiving.ArchiveStream.LogType"/>).</param>
/// <param name="Key">Which one: "customer|order", or "customer|order|seller".</param>
/// <param name="Time">When it was logged, UTC.</param>
/// <param name="Value">The record, JSON in UTF-8.</param>
internal sealed record LogRecord(string Type, string Key, int CustomerId, string Tid, DateTime Time, byte[] Value);

/// <summary>Exports the audit log, once no silo holds back any of it.</summary>
internal sealed class LogExport(IAuditLog log, ISilos silos) : Export("log")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        await Task.WhenAll(silos.All.Select(static silo => silo.FlushLog()));
        await foreach (var record in log.Read(lines.Filter, lines.CancellationToken))
            await lines.Write(record);
    }
}
