using Marketplace.LocalEngine.Activations;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.LocalEngine.Streams;

/// <summary>A handle to a stream: small, and made when asked for.</summary>
internal sealed class MemoryStreamOf<T>(MemoryStreamProvider provider, StreamId streamId) : IAsyncStream<T>
{
    public StreamId StreamId { get; } = streamId;

    public string ProviderName => provider.Name;

    public Task OnNextAsync(T item, StreamSequenceToken? token = null) =>
        provider.Find<T>(StreamId)?.OfferAsync(item) ?? Task.CompletedTask;

    public Task<StreamSubscriptionHandle<T>> SubscribeAsync(IAsyncObserver<T> observer)
    {
        ArgumentNullException.ThrowIfNull(observer);
        return Task.FromResult<StreamSubscriptionHandle<T>>(
            new Handle(provider, provider.Subscribe(StreamId, CurrentGrain(), observer)));
    }

    public Task<IList<StreamSubscriptionHandle<T>>> GetAllSubscriptionHandles()
    {
        var consumer = CurrentGrain().GrainId;
        var handles = provider.Find<T>(StreamId)?.Subscriptions
            .Where(subscription => subscription.Consumer.GrainId == consumer)
            .Select(StreamSubscriptionHandle<T> (subscription) => new Handle(provider, subscription))
            .ToArray();
        return Task.FromResult<IList<StreamSubscriptionHandle<T>>>(handles ?? []);
    }

    private static Activation CurrentGrain() =>
        SynchronizationContext.Current as Activation
            ?? throw new InvalidOperationException("Only a grain can subscribe to a stream: call this from a grain's code.");

    private sealed class Handle(MemoryStreamProvider provider, Subscription<T> subscription) : StreamSubscriptionHandle<T>
    {
        public override StreamId StreamId => subscription.StreamId;

        public override string ProviderName => provider.Name;

        public override Guid HandleId => subscription.Id;

        public override Task UnsubscribeAsync()
        {
            provider.Unsubscribe(subscription);
            return Task.CompletedTask;
        }

        public override Task<StreamSubscriptionHandle<T>> ResumeAsync(IAsyncObserver<T> observer, StreamSequenceToken? token = null)
        {
            ArgumentNullException.ThrowIfNull(observer);
            var grain = CurrentGrain();
            if (grain.GrainId != subscription.Consumer.GrainId)
                throw new InvalidOperationException($"The subscription is grain {subscription.Consumer.GrainId}'s, not {grain.GrainId}'s.");
            subscription.Attach(grain, observer);
            return Task.FromResult<StreamSubscriptionHandle<T>>(this);
        }
    }
}
