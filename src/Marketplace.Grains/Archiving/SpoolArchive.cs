using System.Collections.Frozen;

namespace Marketplace.Grains.Archiving;

/// <summary>The archive of a silo: for each kind of record one spool for ingested records and one for those of transactions.</summary>
internal sealed class SpoolArchive : IArchive, IDisposable
{
    private readonly FrozenDictionary<string, Spool> _ingested;
    private readonly FrozenDictionary<string, Spool> _transactions;

    public SpoolArchive(IArchiveFiles files)
    {
        _ingested = ArchiveStreams.Names.ToFrozenDictionary(name => name, name => new Spool(files.Open(name + ".ingested")));
        _transactions = ArchiveStreams.Names.ToFrozenDictionary(name => name, name => new Spool(files.Open(name)));
    }

    /// <inheritdoc/>
    public bool IsShared => false;

    /// <inheritdoc/>
    public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
    {
        (origin == ArchiveOrigin.Ingested ? _ingested : _transactions)[stream.Name].Append(key, record, stream.TypeInfo);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) =>
        _transactions[stream.Name].Find(key, stream.TypeInfo).Concat(_ingested[stream.Name].Find(key, stream.TypeInfo)).ToAsyncEnumerable();

    /// <inheritdoc/>
    public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
        _ingested[name].Read(filter).Concat(_transactions[name].Read(filter)).ToAsyncEnumerable();

    /// <inheritdoc/>
    public ValueTask Reset(CancellationToken cancellationToken)
    {
        Clear(_transactions);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask Clear(CancellationToken cancellationToken)
    {
        Clear(_transactions);
        Clear(_ingested);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var spool in _ingested.Values.Concat(_transactions.Values))
        {
            spool.Dispose();
        }
    }

    private static void Clear(FrozenDictionary<string, Spool> spools)
    {
        foreach (var spool in spools.Values)
        {
            spool.Clear();
        }
    }
}
