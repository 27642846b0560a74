using Marketplace.Grains.Product;

namespace Marketplace.Grains.Replication;

/// <summary>Holds the answer to an update back until each checkout sent after it sees the update (read your writes).</summary>
internal sealed class UpdateBarrier(IGrainFactory grains, ICommittedUpdates committed, IReplicaReader reader)
{
    /// <summary>Gives an update, before it begins, a place among those that may wait.</summary>
    /// <exception cref="ReplicationUnavailableException">There is none; the update may not begin.</exception>
    public void TakePlace() => committed.TakePlace();

    /// <summary>An update gives its place back: it has ended.</summary>
    public void ReturnPlace() => committed.ReturnPlace();

    /// <summary>Waits for an update that is committed.</summary>
    /// <param name="sequence">Its place among those of the seller; 0 if it repeated one, whose place is not known.</param>
    /// <returns>When each checkout that is sent from then on sees it.</returns>
    /// <exception cref="ReplicationUnavailableException">It takes too long, or fails; the update is committed, and will be seen later.</exception>
    public async Task Wait(int sellerId, long sequence)
    {
        try
        {
            reader.Acknowledged(sellerId, await grains.GetGrain<IUpdateLogGrain>(Keys.OfLog(sellerId)).Replicated(sequence));
        }
        catch (Exception exception) when (exception is not ReplicationUnavailableException { IsCommitted: true })
        {
            // What else fails here, as the log that can't be loaded, says nothing of the update: who began it must not think it undone.
            throw new ReplicationUnavailableException(
                $"The update is committed, and seller {sellerId}'s log can't say whether carts see it: {exception.Message}", exception)
            {
                IsCommitted = true,
            };
        }
    }
}
