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

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        var unit = new Unit();
        unit.Add(Added(stream, key, record, origin));
        link.Add(unit);
        return new(unit.Done);
    }

    public bool AppendWritten(AtomicWrite write, ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        ((TwinWrite)write).Unit.Add(Added(stream, key, record, origin));
        return true;
    }

    public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) => NewestFirst(stream, other => other == key);

    public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => NewestFirst(stream, static _ => true);

    public async IAsyncEnumerable<ReadOnlyMemory<byte>> Read(
        string name, KeyFilter filter, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var records = await link.Ask(database =>
            database.ArchiveOf(name, ArchiveOrigin.Ingested).Concat(database.ArchiveOf(name, ArchiveOrigin.Transaction)).ToList());
        foreach (var (key, record) in records)
        {
            if (filter.Takes(key))
                yield return record;
        }
    }

    public async ValueTask Reset(CancellationToken cancellationToken) => await Drop(static name => name.Origin == ArchiveOrigin.Transaction);

    public async ValueTask Clear(CancellationToken cancellationToken) => await Drop(static _ => true);

    private static Change Added(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) =>
        database => database.ArchiveOf(stream.Name, origin).Add((key, record));

    private async IAsyncEnumerable<T> NewestFirst<T>(ArchiveStream<T> stream, Func<int, bool> isWanted)
    {
        foreach (var origin in new[] { ArchiveOrigin.Transaction, ArchiveOrigin.Ingested })
        {
            var found = await link.Ask(database =>
                Enumerable.Reverse(database.ArchiveOf(stream.Name, origin)).Where(record => isWanted(record.Key)).ToList());
            foreach (var (_, record) in found)
                yield return JsonSerializer.Deserialize(record, stream.TypeInfo)!;
        }
    }

    private Task<bool> Drop(Func<(string Stream, ArchiveOrigin Origin), bool> which) => link.Ask(database =>
    {
        foreach (var name in database.Archive.Keys.Where(which).ToList())
            database.Archive.Remove(name);
        return true;
    });
}
