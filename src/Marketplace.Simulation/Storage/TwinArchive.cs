using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Simulation.Storage;

/// <summary>Finished records in the twin of PostgreSQL.</summary>
internal sealed class TwinArchive(StorageLink link) : IArchive
{
    public bool IsShared => true;

    public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin) =>
        AppendWritten(stream, key, Written(stream, record), origin);

    public bool Append<T>(AtomicWrite write, ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin) =>
        AppendWritten(write, stream, key, Written(stream, record), origin);

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        var write = Write(stream, key, record, origin);
        link.Add(write);
        return new(write.Done);
    }

    public bool AppendWritten(AtomicWrite write, ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        ((PostgresAtomicWrite)write).Add(Write(stream, key, record, origin));
        return true;
    }

    public async IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key)
    {
        await link.AppliedRecords(Services.OfArchive(stream.Name), PostgresArchive.Table(stream.Name, ArchiveOrigin.Transaction), key);
        await foreach (var record in NewestFirst(stream, key))
            yield return record;
    }

    public async IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream)
    {
        await link.Applied(CancellationToken.None);
        await foreach (var record in NewestFirst(stream, key: null))
            yield return record;
    }

    public async IAsyncEnumerable<ReadOnlyMemory<byte>> Read(
        string name, KeyFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var record in await ReadAll(name, filter, cancellationToken))
            yield return ArchivedRecords.TextOf(record);
    }

    public async Task Export(string name, KeyFilter filter, ExportWriter lines) =>
        await ArchivedRecords.Export(await ReadAll(name, filter, lines.CancellationToken), lines);

    public async ValueTask Reset(CancellationToken cancellationToken) =>
        await link.Empty(Emptied.FinishedRecords, cancellationToken);

    public async ValueTask Clear(CancellationToken cancellationToken) =>
        await link.Empty(Emptied.AllFinishedRecords, cancellationToken);

    private byte[] Written<T>(ArchiveStream<T> stream, T record) =>
        link.Database.IsWritten ? JsonSerializer.SerializeToUtf8Bytes(record, stream.TypeInfo) : link.Database.Keep(record!);

    private static ArchiveWrite Write(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) =>
        new(Services.OfArchive(stream.Name), PostgresArchive.Table(stream.Name, origin), key, record);

    private async Task<List<object>> ReadAll(string name, KeyFilter filter, CancellationToken cancellationToken)
    {
        await link.Applied(cancellationToken);
        return await link.Ask(database => database.Tables.Archive.Read(name, filter));
    }

    private async IAsyncEnumerable<T> NewestFirst<T>(ArchiveStream<T> stream, int? key)
    {
        foreach (var origin in new[] { ArchiveOrigin.Transaction, ArchiveOrigin.Ingested })
        {
            foreach (var record in await link.Ask(database => database.Tables.Archive.NewestFirst(stream, origin, key)))
                yield return record;
        }
    }
}
