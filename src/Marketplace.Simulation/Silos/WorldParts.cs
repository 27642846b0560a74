using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Recording;
using Marketplace.Simulation.Clusters;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Replication;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Silos;

/// <summary>What lies outside the silos of a world, and outlives them.</summary>
internal sealed class WorldParts(Trace trace, Dictionary<string, long> branches, Mutant mutant, Cluster? cluster, RedisTwin? redis)
{
    /// <summary>The cluster of all silos; null if there is only one at a time.</summary>
    public Cluster? Cluster => cluster;

    /// <summary>The servers of Redis; null if updates do not go over them.</summary>
    public RedisTwin? Redis => redis;

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
    private readonly List<(string Name, List<byte[]> Records)> _starts = [];
    private ImmutableHashSet<string>? _gone;
    private int _begun;

    /// <summary>A silo starts.</summary>
    /// <param name="outlivesSilo">Whether its states do, so that what is recorded of them is worth keeping.</param>
    /// <param name="silo">Its name in its cluster; null if it is alone.</param>
    public IHistoryLog Begin(bool outlivesSilo, string? silo)
    {
        var own = new List<byte[]>();
        var name = string.Create(CultureInfo.InvariantCulture, $"{_begun++}{(silo is null ? "" : KeptLog.EndOf(silo))}");
        _starts.Add((name, own));
        return new Log(this, name, own, outlivesSilo) { IsAlone = silo is null };
    }

    private sealed class Log(KeptHistory all, string name, List<byte[]> own, bool outlivesSilo) : IHistoryLog
    {
        public bool IsAlone { get; init; }

        public bool OutlivesSilo => outlivesSilo;

        public void Append(ReadOnlySpan<byte> record) => own.Add(record.ToArray());

        public string? FileName => IsAlone ? null : name;

        public IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(long from)
        {
            for (var i = (int)from; i < own.Count; i++)
                yield return (own[i], i + 1);
        }

        public ImmutableArray<string> Earlier(IEnumerable<string> living) =>
            [.. all._starts.Select(static start => start.Name).Where(start => start != name && !living.Contains(start))];

        public IEnumerable<ReadOnlyMemory<byte>> ReadEarlier(string fileName) =>
            all._starts.Single(start => start.Name == fileName).Records.Select(static record => new ReadOnlyMemory<byte>(record));

        public void Clear()
        {
            if (IsAlone)
                DropEarlier([], []);
            own.Clear();
        }

        public ImmutableHashSet<string>? GoneBefore => all._gone;

        public void DropEarlier(IEnumerable<string> living, ImmutableArray<string> gone)
        {
            if (!IsAlone)
                all._gone = [.. gone];
            var earlier = Earlier(living);
            all._starts.RemoveAll(start => earlier.Contains(start.Name));
        }

        public void Dispose()
        {
        }
    }
}
