using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols.Storage;

namespace Marketplace.Simulation.Storage;

/// <summary>Finished records in the twin of PostgreSQL.</summary>
internal sealed class TwinArchive(StorageLink link) : IArchive
{
    public bool IsShared => true;

    public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin) =>
        Add(stream, key, Kept(stream, record), origin);

    public bool Append<T>(AtomicWrite write, ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin) =>
        Add(write, stream, key, Kept(stream, record), origin);

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) => Add(stream, key, record, origin);

    public bool AppendWritten(AtomicWrite write, ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) =>
        Add(write, stream, key, record, origin);

    public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) => NewestFirst(stream, key);

    public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => NewestFirst(stream, key: null);

    public async IAsyncEnumerable<ReadOnlyMemory<byte>> Read(
        string name, KeyFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var record in await link.Ask(database => database.Archive.Read(name, filter)))
            yield return ArchivedRecords.TextOf(record);
    }

    public async Task Export(string name, KeyFilter filter, ExportWriter lines) =>
        await ArchivedRecords.Export(await link.Ask(database => database.Archive.Read(name, filter)), lines);

    public async ValueTask Reset(CancellationToken cancellationToken) => await Drop(static origin => origin == ArchiveOrigin.Transaction);

    public async ValueTask Clear(CancellationToken cancellationToken) => await Drop(static _ => true);

    private object Kept<T>(ArchiveStream<T> stream, T record) =>
        link.Database.IsWritten ? JsonSerializer.SerializeToUtf8Bytes(record, stream.TypeInfo) : record!;

    private ValueTask Add(ArchiveStream stream, int key, object record, ArchiveOrigin origin)
    {
        var unit = new Unit();
        unit.Add(database => database.Archive.Add(stream, key, record, origin));
        link.Add(unit);
        return new(unit.Done);
    }

    private static bool Add(AtomicWrite write, ArchiveStream stream, int key, object record, ArchiveOrigin origin)
    {
        ((TwinWrite)write).Unit.Add(database => database.Archive.Add(stream, key, record, origin));
        return true;
    }

    private async IAsyncEnumerable<T> NewestFirst<T>(ArchiveStream<T> stream, int? key)
    {
        foreach (var origin in new[] { ArchiveOrigin.Transaction, ArchiveOrigin.Ingested })
        {
            foreach (var record in await link.Ask(database => database.Archive.NewestFirst(stream, origin, key)))
                yield return record;
        }
    }

    private Task<bool> Drop(Func<ArchiveOrigin, bool> which) => link.Ask(database =>
    {
        database.Archive.Drop(which);
        return true;
    });
}
