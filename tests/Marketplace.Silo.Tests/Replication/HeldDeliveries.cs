using System.Collections.Concurrent;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Holds what products publish, so that a test decides what arrives, when, and in which order.</summary>
internal sealed class HeldDeliveries
{
    private readonly ConcurrentDictionary<string, CommitAction> _held = new();

    /// <summary>Puts itself between products and streams.</summary>
    public void Hold(IServiceCollection services) =>
        services.Decorate<IReplicaPublisher>(publisher => new Publisher(this, publisher));

    /// <summary>Lets the updates of some transactions go, in this order. Others are lost.</summary>
    public async Task Deliver(params string[] tids)
    {
        foreach (var tid in tids)
        {
            Assert.True(_held.TryRemove(tid, out var action), $"Nothing was published by {tid}.");
            await action.OnCommit();
        }
    }

    private sealed class Publisher(HeldDeliveries deliveries, IReplicaPublisher inner) : IReplicaPublisher
    {
        public CommitAction? Replicate(ReplicaUpdate update) =>
            inner.Replicate(update) is { } action ? new Held(deliveries, update.Tid, action) : null;
    }

    private sealed record Held(HeldDeliveries Deliveries, string Tid, CommitAction Inner) : CommitAction
    {
        public override Task OnCommit()
        {
            Deliveries._held[Tid] = Inner;
            return Task.CompletedTask;
        }
    }
}
