using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Storage.Postgres;

namespace Marketplace.Simulation.Storage;

/// <summary>Finished records of a silo with its states in memory, in the place of its spools: nothing of them is written and read again.</summary>
internal sealed class MemoryArchive : IArchive
{
    private readonly ArchivedRecords _records = new();

    public bool IsShared => false;

    public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
    {
        _records.Add(PostgresArchive.Table(stream.Name, origin), key, record!);
        return ValueTask.CompletedTask;
    }

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        _records.Add(PostgresArchive.Table(stream.Name, origin), key, record);
        return ValueTask.CompletedTask;
    }

    public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) => NewestFirst(stream, key);

    public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => NewestFirst(stream, key: null);

    public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
        _records.Read(name, filter).Select(static record => (ReadOnlyMemory<byte>)ArchivedRecords.TextOf(record)).ToAsyncEnumerable();

    public Task Export(string name, KeyFilter filter, ExportWriter lines) => ArchivedRecords.Export(_records.Read(name, filter), lines);

    public ValueTask Reset(CancellationToken cancellationToken)
    {
        _records.Reset();
        return ValueTask.CompletedTask;
    }

    public ValueTask Clear(CancellationToken cancellationToken)
    {
        _records.Clear();
        return ValueTask.CompletedTask;
    }

    private IAsyncEnumerable<T> NewestFirst<T>(ArchiveStream<T> stream, int? key) =>
        _records.NewestFirst(stream, ArchiveOrigin.Transaction, key)
            .Concat(_records.NewestFirst(stream, ArchiveOrigin.Ingested, key)).ToAsyncEnumerable();
}
