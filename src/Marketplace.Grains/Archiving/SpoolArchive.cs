using System.Buffers;
using System.Collections.Frozen;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;

namespace Marketplace.Grains.Archiving;

/// <summary>The archive of a silo: for each kind of record one spool for ingested records and one for those of transactions.</summary>
internal sealed class SpoolArchive : IOwnArchive, IDisposable
{
    private const int PageBytes = 256 * 1024;

    private readonly FrozenDictionary<string, Spool> _ingested;
    private readonly FrozenDictionary<string, Spool> _transactions;
    private int _resets;

    public SpoolArchive(IArchiveFiles files)
    {
        var names = MarketplaceServices.Archives.Select(static stream => stream.Name);
        _ingested = names.ToFrozenDictionary(name => name, name => new Spool(files.Open(name + ".ingested")));
        _transactions = names.ToFrozenDictionary(name => name, name => new Spool(files.Open(name)));
    }

    public bool IsShared => false;

    public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
    {
        (origin == ArchiveOrigin.Ingested ? _ingested : _transactions)[stream.Name].Append(key, record, stream.TypeInfo);
        return ValueTask.CompletedTask;
    }

    public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin)
    {
        (origin == ArchiveOrigin.Ingested ? _ingested : _transactions)[stream.Name].Append(key, record);
        return ValueTask.CompletedTask;
    }

    public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) =>
        _transactions[stream.Name].Find(key, stream.TypeInfo).Concat(_ingested[stream.Name].Find(key, stream.TypeInfo)).ToAsyncEnumerable();

    public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) =>
        _transactions[stream.Name].Newest(stream.TypeInfo).Concat(_ingested[stream.Name].Newest(stream.TypeInfo)).ToAsyncEnumerable();

    public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
        _ingested[name].Read(filter).Concat(_transactions[name].Read(filter)).Select(static read => read.Record).ToAsyncEnumerable();

    public ValueTask<LinePage> ReadPage(string name, KeyFilter filter, ArchivePosition from)
    {
        var resets = Volatile.Read(ref _resets);
        if (from.Resets is { } then && then != resets)
            throw new InvalidOperationException("The archive was reset while it was being read.");

        var lines = new ArrayBufferWriter<byte>(PageBytes);
        foreach (var (record, next) in (from.InTransactions ? _transactions : _ingested)[name].Read(filter, from.Offset))
        {
            lines.Write(record.Span);
            lines.Write("\n"u8);
            if (lines.WrittenCount >= PageBytes)
                return new(new LinePage(lines.WrittenMemory, new ArchivePosition(resets, from.InTransactions, next)));
        }

        return new(new LinePage(lines.WrittenMemory, from.InTransactions ? null : new ArchivePosition(resets, InTransactions: true, 0)));
    }

    public ValueTask Reset(CancellationToken cancellationToken)
    {
        Clear(_transactions);
        return ValueTask.CompletedTask;
    }

    public ValueTask Clear(CancellationToken cancellationToken)
    {
        Clear(_transactions);
        Clear(_ingested);
        return ValueTask.CompletedTask;
    }

    public void Dispose()
    {
        foreach (var spool in _ingested.Values.Concat(_transactions.Values))
            spool.Dispose();
    }

    private void Clear(FrozenDictionary<string, Spool> spools)
    {
        Interlocked.Increment(ref _resets);
        foreach (var spool in spools.Values)
            spool.Clear();
    }
}
