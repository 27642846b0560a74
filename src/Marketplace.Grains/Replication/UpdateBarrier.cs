using Marketplace.Grains.Product;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>Holds the answer to an update back until each checkout sent after it sees the update (read your writes).</summary>
public sealed class UpdateBarrier
{
    private readonly IGrainFactory _grains;
    private readonly ICommittedUpdates _committed;
    private readonly IReplicaReader _reader;

    internal UpdateBarrier(IGrainFactory grains, ICommittedUpdates committed, IReplicaReader reader) =>
        (_grains, _committed, _reader) = (grains, committed, reader);

    /// <summary>Refuses, before it begins, an update for which no room is left to wait.</summary>
    /// <exception cref="ReplicationUnavailableException">Too many updates wait to be replicated.</exception>
    public void MakeSureOfRoom() => _committed.MakeSureOfRoom();

    /// <summary>Waits for an update that is committed.</summary>
    /// <param name="sellerId">Seller.</param>
    /// <param name="sequence">Its place among those of the seller; 0 if it repeated one, whose place is not known.</param>
    /// <returns>When each checkout that is sent from then on sees it.</returns>
    /// <exception cref="ReplicationUnavailableException">It takes too long; the update is committed, and will be seen later.</exception>
    public async Task Wait(int sellerId, long sequence) =>
        _reader.Acknowledged(sellerId, await _grains.GetGrain<IUpdateLogGrain>(Keys.OfLog(sellerId)).Replicated(sequence));
}
