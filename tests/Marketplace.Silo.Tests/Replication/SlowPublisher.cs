using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Holds the first update on its way from the product to the stream.</summary>
internal sealed class SlowPublisher
{
    private readonly TaskCompletionSource _isAsked = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _mayGoOn = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when an update is there.</summary>
    public Task IsAsked => _isAsked.Task;

    /// <summary>Puts itself between products and streams.</summary>
    public void Put(IServiceCollection services) => services.Decorate<IReplicaPublisher>(publisher => new Publisher(this, publisher));

    /// <summary>Lets it go.</summary>
    public void GoOn() => _mayGoOn.SetResult();

    private sealed class Publisher(SlowPublisher way, IReplicaPublisher inner) : IReplicaPublisher
    {
        public CommitAction? Replicate(ReplicaUpdate update) => inner.Replicate(update) is { } action ? new Held(way, action) : null;
    }

    private sealed record Held(SlowPublisher Way, CommitAction Inner) : CommitAction
    {
        public override async Task OnCommit()
        {
            Way._isAsked.TrySetResult();
            await Way._mayGoOn.Task;
            await Inner.OnCommit();
        }
    }
}
