using Marketplace.Grains.Archiving;

namespace Marketplace.Grains.Recording;

/// <summary>Records that go with their silo: in memory is only what is not written yet.</summary>
/// <param name="files">Where the file is made.</param>
internal sealed class PassingLog(IArchiveFiles files) : IHistoryLog
{
    private readonly Spool _spool = new(files.Open("history"));

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> record) => _spool.Append(key: 0, record);

    /// <inheritdoc/>
    public IEnumerable<ReadOnlyMemory<byte>> Read() => _spool.Read(KeyFilter.All).Select(static read => read.Record);

    /// <inheritdoc/>
    public void Clear() => _spool.Clear();

    /// <inheritdoc/>
    public void Dispose() => _spool.Dispose();
}
