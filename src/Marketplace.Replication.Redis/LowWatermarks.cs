using System.Collections.Concurrent;

namespace Marketplace.Replication.Redis;

/// <summary>How much of each seller's updates this silo has acknowledged or read: no read may know less, whatever became of a server.</summary>
internal sealed class LowWatermarks
{
    private readonly ConcurrentDictionary<int, long> _sellers = new();

    /// <summary>How much of a seller's updates a read has to know.</summary>
    /// <returns>Place of the last of them.</returns>
    public long Of(int sellerId) => _sellers.GetValueOrDefault(sellerId);

    /// <summary>So much is known.</summary>
    /// <param name="sequence">Place of the last update.</param>
    public void Raise(int sellerId, long sequence)
    {
        if (sequence > Of(sellerId))
            _sellers.AddOrUpdate(sellerId, sequence, (_, known) => Math.Max(known, sequence));
    }

    /// <summary>Forgets all: the sequences begin again.</summary>
    public void Clear() => _sellers.Clear();
}
