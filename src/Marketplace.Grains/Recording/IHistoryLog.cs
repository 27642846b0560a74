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

    /// <summary>The name of the file where other silos find them after the end of this one; null if they don't.</summary>
    string? FileName { get; }

    /// <summary>Reads the records of this start that are there now.</summary>
    /// <param name="from">Where to begin: 0, or what stood beside a record.</param>
    /// <returns>Each, valid until the next one, and where the one after it begins.</returns>
    /// <exception cref="IOException">They can't be read.</exception>
    IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(long from = 0);

    /// <summary>Names the files of silos that have ended.</summary>
    /// <param name="living">The files of those that have not, besides this one.</param>
    /// <exception cref="IOException">A file of a living one is not here.</exception>
    ImmutableArray<string> Earlier(IEnumerable<string> living);

    /// <summary>Reads the records of a silo that has ended.</summary>
    /// <param name="fileName">Name of its file.</param>
    /// <returns>Each, valid until the next one.</returns>
    /// <exception cref="IOException">They can't be read.</exception>
    IEnumerable<ReadOnlyMemory<byte>> ReadEarlier(string fileName);

    /// <summary>Drops the records of this start; those of earlier ones too where this silo is alone.</summary>
    void Clear();

    /// <summary>
    /// The silos that were gone when the records of silos that have ended were dropped last: so a silo that was not there then knows, too, that
    /// nothing of them is missing. Null if none were dropped, or if that is not kept.
    /// </summary>
    /// <exception cref="IOException">It can't be read.</exception>
    ImmutableHashSet<string>? GoneBefore { get; }

    /// <summary>Drops the records of silos that have ended.</summary>
    /// <param name="living">The files of those that have not, besides this one.</param>
    /// <param name="gone">Those that are known to be gone, though a process of one may still run.</param>
    /// <exception cref="IOException">They can't be dropped.</exception>
    void DropEarlier(IEnumerable<string> living, ImmutableArray<string> gone);
}

/// <summary>Records that go with their silo: in memory is only what is not written yet.</summary>
internal sealed class PassingLog(IArchiveFiles files) : IHistoryLog
{
    private readonly Spool _spool = new(files.Open("history"));

    public bool OutlivesSilo => false;

    public void Append(ReadOnlySpan<byte> record) => _spool.Append(key: 0, record);

    public string? FileName => null;

    public IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(long from) => _spool.Read(KeyFilter.All, from);

    public ImmutableArray<string> Earlier(IEnumerable<string> living) => [];

    public IEnumerable<ReadOnlyMemory<byte>> ReadEarlier(string fileName) => throw new IOException("Records of silos that have ended are not kept.");

    public void Clear() => _spool.Clear();

    public ImmutableHashSet<string>? GoneBefore => null;

    public void DropEarlier(IEnumerable<string> living, ImmutableArray<string> gone)
    {
    }

    public void Dispose() => _spool.Dispose();
}
