using Marketplace.Grains.Archiving;

namespace Marketplace.Grains.Recording;

/// <summary>Records that go with their silo: in memory is only what is not written yet.</summary>
internal sealed class PassingLog(IArchiveFiles files) : IHistoryLog
{
    private readonly Spool _spool = new(files.Open("history"));

    public void Append(ReadOnlySpan<byte> record) => _spool.Append(key: 0, record);

    public IEnumerable<ReadOnlyMemory<byte>> Read() => _spool.Read(KeyFilter.All).Select(static read => read.Record);

    public void Clear() => _spool.Clear();

    public void Dispose() => _spool.Dispose();
}
