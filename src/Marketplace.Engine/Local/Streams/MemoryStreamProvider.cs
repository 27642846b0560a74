using System.Collections.Concurrent;
using Orleans.Streams;

namespace Marketplace.Engine.Local.Streams;

/// <summary>Streams in memory. Only those that somebody subscribes to exist here: events of others are dropped at once.</summary>
internal sealed class MemoryStreamProvider(string name, int bufferCapacity, LocalEngine engine) : IStreamProvider
{
    private readonly ConcurrentDictionary<StreamId, object> _topics = new();
    private readonly Lock _subscribing = new();
    private int _lastHandle;

    public string Name { get; } = name;
    public bool IsRewindable => false;
    public int BufferCapacity { get; } = bufferCapacity;
    public LocalEngine Engine { get; } = engine;

    public IAsyncStream<T> GetStream<T>(StreamId streamId) => new MemoryStreamOf<T>(this, streamId);

    /// <summary>The stream's subscribers; null if it has none.</summary>
    /// <exception cref="InvalidOperationException">The stream is of events of another type.</exception>
    public Topic<T>? Find<T>(StreamId streamId)
    {
        if (!_topics.TryGetValue(streamId, out var topic))
            return null;
        return topic as Topic<T>
            ?? throw new InvalidOperationException($"The events of stream {streamId} are not of type {typeof(T)}.");
    }

    public Subscription<T> Subscribe<T>(StreamId streamId, Activation consumer, IAsyncObserver<T> observer)
    {
        lock (_subscribing)
        {
            var topic = Find<T>(streamId);
            if (topic is null)
                _topics[streamId] = topic = new Topic<T>();
            var subscription = new Subscription<T>(this, streamId, consumer.GrainReference, new Guid(++_lastHandle, 0, 0, new byte[8]));
            subscription.Attach(consumer, observer);
            topic.Add(subscription);
            return subscription;
        }
    }

    public void Unsubscribe<T>(Subscription<T> subscription)
    {
        lock (_subscribing)
        {
            subscription.End();
            if (Find<T>(subscription.StreamId) is { } topic && topic.Remove(subscription))
                _topics.TryRemove(subscription.StreamId, out _);
        }
    }
}
