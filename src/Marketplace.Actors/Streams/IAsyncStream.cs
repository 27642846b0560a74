using Orleans.Runtime;

namespace Orleans.Streams;

/// <summary>The position of an event in its stream.</summary>
public abstract class StreamSequenceToken
{
    /// <summary>The number of the event: each event of a stream has a higher one than those before it.</summary>
    public abstract long SequenceNumber { get; protected set; }
}

/// <summary>Receives the events of a stream.</summary>
/// <typeparam name="T">Type of the events.</typeparam>
public interface IAsyncObserver<in T>
{
    /// <summary>The next event. The one after it is delivered when the returned task is complete.</summary>
    /// <param name="item">The event.</param>
    /// <param name="token">Its position.</param>
    Task OnNextAsync(T item, StreamSequenceToken? token = null);

    /// <summary>No more events will come.</summary>
    Task OnCompletedAsync() => Task.CompletedTask;

    /// <summary>An event could not be delivered.</summary>
    /// <param name="ex">Why.</param>
    Task OnErrorAsync(Exception ex);
}

/// <summary>Something that can be subscribed to.</summary>
/// <typeparam name="T">Type of the events.</typeparam>
public interface IAsyncObservable<T>
{
    /// <summary>Subscribes the calling grain. The subscription outlives its activation: a later one resumes it.</summary>
    /// <param name="observer">Receives the events, in turns of the grain.</param>
    /// <returns>The subscription.</returns>
    Task<StreamSubscriptionHandle<T>> SubscribeAsync(IAsyncObserver<T> observer);
}

/// <summary>A stream of events: delivered to each subscription in the order in which they were produced.</summary>
/// <typeparam name="T">Type of the events.</typeparam>
public interface IAsyncStream<T> : IAsyncObservable<T>
{
    /// <summary>The identity of the stream.</summary>
    StreamId StreamId { get; }

    /// <summary>The name of its provider.</summary>
    string ProviderName { get; }

    /// <summary>Produces an event. Complete when the event is in the stream's buffer; waits while that is full.</summary>
    /// <param name="item">The event.</param>
    /// <param name="token">Not used: the stream numbers its events itself.</param>
    Task OnNextAsync(T item, StreamSequenceToken? token = null);

    /// <summary>The subscriptions that the calling grain has to this stream.</summary>
    Task<IList<StreamSubscriptionHandle<T>>> GetAllSubscriptionHandles();
}

/// <summary>A subscription of a grain to a stream.</summary>
/// <typeparam name="T">Type of the events.</typeparam>
public abstract class StreamSubscriptionHandle<T>
{
    /// <summary>The stream.</summary>
    public abstract StreamId StreamId { get; }

    /// <summary>The name of the stream's provider.</summary>
    public abstract string ProviderName { get; }

    /// <summary>Names the subscription.</summary>
    public abstract Guid HandleId { get; }

    /// <summary>Ends the subscription.</summary>
    public abstract Task UnsubscribeAsync();

    /// <summary>Attaches an observer of this activation to the subscription, in place of the one it had.</summary>
    /// <param name="observer">Receives the events.</param>
    /// <param name="token">Not used: in-memory streams can't be read again.</param>
    /// <returns>The subscription.</returns>
    public abstract Task<StreamSubscriptionHandle<T>> ResumeAsync(IAsyncObserver<T> observer, StreamSequenceToken? token = null);
}

/// <summary>Gives the streams of one provider.</summary>
public interface IStreamProvider
{
    /// <summary>The name of the provider.</summary>
    string Name { get; }

    /// <summary>Whether events already delivered can be read again.</summary>
    bool IsRewindable { get; }

    /// <summary>A stream.</summary>
    /// <typeparam name="T">Type of its events.</typeparam>
    /// <param name="streamId">Its identity.</param>
    IAsyncStream<T> GetStream<T>(StreamId streamId);
}
