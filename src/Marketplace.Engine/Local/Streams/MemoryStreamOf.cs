using Orleans.Streams;

namespace Marketplace.Engine.Local.Streams;

/// <summary>A handle to a stream: small, and made when asked for.</summary>
internal sealed class MemoryStreamOf<T>(MemoryStreamProvider provider, StreamId streamId) : IAsyncStream<T>
{
    public StreamId StreamId { get; } = streamId;
    public string ProviderName => provider.Name;
    public bool IsRewindable => false;

    public Task OnNextAsync(T item, StreamSequenceToken? token = null) =>
        provider.Find<T>(StreamId)?.Offer(item) ?? Task.CompletedTask;

    public async Task OnNextBatchAsync(IEnumerable<T> batch, StreamSequenceToken? token = null)
    {
        foreach (var item in batch)
            await OnNextAsync(item);
    }

    // A stream has no end of its own: its subscribers end their subscriptions.
    public Task OnCompletedAsync() => throw new NotSupportedException("Streams in memory have no end.");

    public Task OnErrorAsync(Exception ex) => throw new NotSupportedException("Streams in memory carry events, not errors.");

    public Task<StreamSubscriptionHandle<T>> SubscribeAsync(IAsyncObserver<T> observer)
    {
        ArgumentNullException.ThrowIfNull(observer);
        return Task.FromResult<StreamSubscriptionHandle<T>>(
            new Handle(provider, provider.Subscribe(StreamId, CurrentGrain(), observer)));
    }

    public Task<StreamSubscriptionHandle<T>> SubscribeAsync(IAsyncObserver<T> observer, StreamSequenceToken? token, string? filterData = null) =>
        token is null && filterData is null
            ? SubscribeAsync(observer)
            : throw new NotSupportedException("Streams in memory begin with the next event, and are not filtered.");

    public Task<StreamSubscriptionHandle<T>> SubscribeAsync(IAsyncBatchObserver<T> observer) => throw NoBatches();

    public Task<StreamSubscriptionHandle<T>> SubscribeAsync(IAsyncBatchObserver<T> observer, StreamSequenceToken? token) => throw NoBatches();

    public Task<IList<StreamSubscriptionHandle<T>>> GetAllSubscriptionHandles()
    {
        var consumer = CurrentGrain().GrainId;
        var handles = provider.Find<T>(StreamId)?.Subscriptions
            .Where(subscription => subscription.Consumer.GrainId == consumer)
            .Select(StreamSubscriptionHandle<T> (subscription) => new Handle(provider, subscription))
            .ToArray();
        return Task.FromResult<IList<StreamSubscriptionHandle<T>>>(handles ?? []);
    }

    public bool Equals(IAsyncStream<T>? other) => other is not null && other.StreamId == StreamId && other.ProviderName == ProviderName;

    public override bool Equals(object? obj) => Equals(obj as IAsyncStream<T>);

    public override int GetHashCode() => StreamId.GetHashCode();

    public int CompareTo(IAsyncStream<T>? other) => other is null ? 1 : StreamId.CompareTo(other.StreamId);

    private static Activation CurrentGrain() =>
        SynchronizationContext.Current as Activation
            ?? throw new InvalidOperationException("Only a grain can subscribe to a stream: call this from a grain's code.");

    private static NotSupportedException NoBatches() => new("Streams in memory deliver events one by one: subscribe with an IAsyncObserver.");

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

        public override Task<StreamSubscriptionHandle<T>> ResumeAsync(IAsyncBatchObserver<T> observer, StreamSequenceToken? token = null) =>
            throw NoBatches();

        public override bool Equals(StreamSubscriptionHandle<T>? other) => other is not null && other.HandleId == HandleId;
    }
}
