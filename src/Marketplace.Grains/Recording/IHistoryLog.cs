using Marketplace.Grains.Archiving;

namespace Marketplace.Grains.Recording;

/// <summary>Where the records of attempts lie, in the order in which they came.</summary>
internal interface IHistoryLog : IDisposable
{
    /// <summary>Whether it outlives a silo that is killed.</summary>
    bool OutlivesSilo { get; }

    /// <summary>Adds a record.</summary>
    /// <exception cref="IOException">It can't be kept.</exception>
    void Append(ReadOnlySpan<byte> record);

    /// <summary>Reads all records that are there now.</summary>
    /// <returns>Each, valid until the next one; an empty one where a silo started again.</returns>
    /// <exception cref="IOException">They can't be read.</exception>
    IEnumerable<ReadOnlyMemory<byte>> Read();

    /// <summary>Drops all records, those of earlier starts too.</summary>
    void Clear();
}

/// <summary>Records that go with their silo: in memory is only what is not written yet.</summary>
internal sealed class PassingLog(IArchiveFiles files) : IHistoryLog
{
    private readonly Spool _spool = new(files.Open("history"));

    public bool OutlivesSilo => false;

    public void Append(ReadOnlySpan<byte> record) => _spool.Append(key: 0, record);

    public IEnumerable<ReadOnlyMemory<byte>> Read() => _spool.Read(KeyFilter.All).Select(static read => read.Record);

    public void Clear() => _spool.Clear();

    public void Dispose() => _spool.Dispose();
}
