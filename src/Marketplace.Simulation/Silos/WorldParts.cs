using Marketplace.Grains.Archiving;
using Marketplace.Grains.Recording;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Silos;

/// <summary>What lies outside the silos of a world, and outlives them.</summary>
internal sealed class WorldParts(Trace trace, Dictionary<string, long> branches, Mutant mutant)
{
    public Mutant Mutant => mutant;

    public Trace Trace => trace;

    /// <summary>How often silos logged something, by what it was.</summary>
    public Dictionary<string, long> Branches => branches;

    public MemoryFiles Files { get; } = new();

    public KeptHistory History { get; } = new();
}

/// <summary>Files in memory.</summary>
internal sealed class MemoryFiles : IArchiveFiles
{
    public IArchiveFile Open(string name) => new MemoryFile();

    private sealed class MemoryFile : IArchiveFile
    {
        private byte[] _bytes = [];
        private int _length;

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            var end = (int)offset + bytes.Length;
            if (end > _bytes.Length)
                Array.Resize(ref _bytes, Math.Max(end, 2 * _bytes.Length));
            bytes.CopyTo(_bytes.AsSpan((int)offset));
            _length = Math.Max(_length, end);
        }

        public int Read(Span<byte> buffer, long offset)
        {
            var count = Math.Clamp(_length - (int)offset, 0, buffer.Length);
            _bytes.AsSpan((int)offset, count).CopyTo(buffer);
            return count;
        }

        public void Truncate(long length) => _length = (int)Math.Min(length, _length);

        public void Dispose()
        {
        }
    }
}

/// <summary>
/// The record of transactions, of all starts of silos: each record is kept before its client is answered, as in a file of each start.
/// </summary>
internal sealed class KeptHistory
{
    private readonly List<List<byte[]>> _starts = [];

    /// <summary>A silo starts.</summary>
    /// <param name="outlivesSilo">Whether its states do, so that what is recorded of them is worth keeping.</param>
    public IHistoryLog Begin(bool outlivesSilo)
    {
        var own = new List<byte[]>();
        _starts.Add(own);
        return new Log(this, own, outlivesSilo);
    }

    private sealed class Log(KeptHistory all, List<byte[]> own, bool outlivesSilo) : IHistoryLog
    {
        public bool OutlivesSilo => outlivesSilo;

        public void Append(ReadOnlySpan<byte> record) => own.Add(record.ToArray());

        public IEnumerable<ReadOnlyMemory<byte>> Read()
        {
            for (var start = 0; start < all._starts.Count; start++)
            {
                if (start > 0)
                    yield return ReadOnlyMemory<byte>.Empty;
                foreach (var record in all._starts[start])
                    yield return record;
            }
        }

        public void Clear()
        {
            all._starts.RemoveAll(start => start != own);
            own.Clear();
        }

        public void Dispose()
        {
        }
    }
}
