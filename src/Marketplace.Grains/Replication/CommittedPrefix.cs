using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>A prefix of a seller's updates on its way out of the log, once its last update is committed; those before it are then too.</summary>
/// <param name="Committed">Where to.</param>
/// <param name="SellerId">Seller.</param>
/// <param name="Prefix">The prefix.</param>
internal sealed record CommittedPrefix(ICommittedUpdates Committed, int SellerId, UpdatePrefix Prefix) : CommitAction
{
    /// <inheritdoc/>
    public override Task OnCommit()
    {
        Committed.Offer(SellerId, Prefix);
        return Task.CompletedTask;
    }
}
