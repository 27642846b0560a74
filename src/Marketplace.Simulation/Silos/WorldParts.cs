using System.Collections.Immutable;
using System.Globalization;
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

        public string? FileName => null;

        public IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(long from)
        {
            for (var i = (int)from; i < own.Count; i++)
                yield return (own[i], i + 1);
        }

        public ImmutableArray<string> Earlier(IEnumerable<string> living) =>
            [.. Enumerable.Range(0, all._starts.Count).Where(start => all._starts[start] != own).Select(NameOf)];

        public IEnumerable<ReadOnlyMemory<byte>> ReadEarlier(string fileName) =>
            all._starts.Where((_, start) => NameOf(start) == fileName).Single().Select(static record => new ReadOnlyMemory<byte>(record));

        public void Clear()
        {
            DropEarlier([]);
            own.Clear();
        }

        public void DropEarlier(IEnumerable<string> living) => all._starts.RemoveAll(start => start != own);

        private static string NameOf(int start) => start.ToString(CultureInfo.InvariantCulture);

        public void Dispose()
        {
        }
    }
}
