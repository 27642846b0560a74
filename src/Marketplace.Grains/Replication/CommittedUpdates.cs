using System.Collections.Concurrent;

namespace Marketplace.Grains.Replication;

/// <summary>Committed updates in the memory of the silo, where carts come for them: one record a seller.</summary>
internal sealed class CommittedUpdates(TimeProvider time) : ICommittedUpdates
{
    private readonly ConcurrentDictionary<int, Entry> _sellers = new();

    public void Offer(int sellerId, UpdatePrefix prefix) => _sellers.GetOrAdd(sellerId, static _ => new Entry()).Offer(prefix);

    public UpdatePrefix Of(int sellerId) => _sellers.TryGetValue(sellerId, out var entry) ? entry.Prefix : UpdatePrefix.Empty;

    public async Task Wait(int sellerId, long sequence)
    {
        if (!await _sellers.GetOrAdd(sellerId, static _ => new Entry()).Watermark.Wait(sequence, ReplicationRegistration.LogPatience, time))
        {
            throw new ReplicationUnavailableException(
                $"The update is committed, and seller {sellerId}'s log has not heard of it within {ReplicationRegistration.LogPatience}; carts will "
                + "see it later.")
            {
                IsCommitted = true,
            };
        }
    }

    public void TakePlace()
    {
        // Each waits for its own transaction alone.
    }

    public void ReturnPlace()
    {
    }

    public Task Clear()
    {
        _sellers.Clear();
        return Task.CompletedTask;
    }

    private sealed class Entry
    {
        private readonly Lock _lock = new();

        public Watermark Watermark { get; } = new();
        public UpdatePrefix Prefix { get; private set; } = UpdatePrefix.Empty;

        public void Offer(UpdatePrefix prefix)
        {
            lock (_lock)
            {
                Prefix = prefix.Sequence > Prefix.Sequence ? prefix : Prefix;
            }

            Watermark.Reach(prefix.Sequence);
        }
    }
}

/// <summary>A prefix of a seller's updates on its way out of the log, once its last update is committed; those before it are then too.</summary>
internal sealed record CommittedPrefix(ICommittedUpdates Committed, int SellerId, UpdatePrefix Prefix) : CommitAction
{
    public override Task OnCommit()
    {
        Committed.Offer(SellerId, Prefix);
        return Task.CompletedTask;
    }
}
