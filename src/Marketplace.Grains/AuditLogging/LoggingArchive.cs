using System.Text.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.AuditLogging;

/// <summary>
/// An archive that logs what it takes: all that the audit log is about (spec §4, a–d) leaves its grain as a record for the archive when its
/// transaction has committed, so grains and protocols need not know of the log. What was ingested is not logged.
/// </summary>
internal sealed class LoggingArchive(IArchive archive, IAuditLog log, TimeProvider time) : IOwnArchive
{
    public bool IsShared => archive.IsShared;

    public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
    {
        if (Of(stream, key, record, origin) is not { } finished)
            return archive.Append(stream, key, record, origin);

        // Written once, for both.
        var archived = archive.AppendWritten(stream, key, finished.Value, origin);
        var logged = log.Append(finished);
        return archived.IsCompletedSuccessfully && logged.IsCompletedSuccessfully ? default : Both(archived, logged);
    }

    public bool Append<T>(AtomicWrite write, ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
    {
        if (Of(stream, key, record, origin) is not { } finished)
            return archive.Append(write, stream, key, record, origin);

        if (!archive.AppendWritten(write, stream, key, finished.Value, origin))
            return false;

        log.Append(write, finished);
        return true;
    }

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) =>
        throw new NotSupportedException("What is logged is read from the record.");

    public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) => archive.Find(stream, key);

    public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => archive.Newest(stream);

    public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
        archive.Read(name, filter, cancellationToken);

    public ValueTask<LinePage> ReadPage(string name, KeyFilter filter, ArchivePosition from) => archive is IOwnArchive own
        ? own.ReadPage(name, filter, from)
        : throw new InvalidOperationException("All silos share the archive; it is read without them.");

    public ValueTask Reset(CancellationToken cancellationToken) => archive.Reset(cancellationToken);

    public ValueTask Clear(CancellationToken cancellationToken) => archive.Clear(cancellationToken);

    private LogRecord? Of<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
    {
        if (origin == ArchiveOrigin.Ingested || stream.LogName?.Invoke(record) is not { } name)
            return null;

        var value = JsonSerializer.SerializeToUtf8Bytes(record, stream.TypeInfo);
        return new LogRecord(stream.LogType!, name.Key, key, name.Tid, time.GetUtcNow().UtcDateTime, value);
    }

    private static async ValueTask Both(ValueTask archived, ValueTask logged)
    {
        // The log has its record even if the archive fails: what it tells of has been committed.
        await logged;
        await archived;
    }
}
