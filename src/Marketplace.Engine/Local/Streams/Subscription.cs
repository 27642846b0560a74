using System.Reflection;
using Marketplace.Engine.Turns.Diagnostics;
using Orleans.Streams;

namespace Marketplace.Engine.Local.Streams;

/// <summary>
/// One grain's subscription to a stream: the events that wait for it, delivered one after the other as requests to the grain,
/// which is activated if need be.
/// </summary>
internal sealed class Subscription<T>(MemoryStreamProvider provider, StreamId streamId, GrainReference consumer, Guid id)
    : IThreadPoolWorkItem
{
    private static readonly MethodInfo OnNext = typeof(IAsyncObserver<T>).GetMethod(nameof(IAsyncObserver<>.OnNextAsync))!;

    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(30);

    private readonly Lock _lock = new();
    private readonly Queue<(T Item, EventNumber Number)> _events = new();
    private readonly Queue<TaskCompletionSource> _waitingProducers = new();
    private Attachment? _attachment;
    private bool _isDelivering;
    private volatile bool _hasEnded;

    public StreamId StreamId { get; } = streamId;
    public GrainReference Consumer { get; } = consumer;
    public Guid Id { get; } = id;

    public void Attach(Activation activation, IAsyncObserver<T> observer)
    {
        var attachment = new Attachment(this, activation, observer);
        activation.KeepObserver(attachment);
        Volatile.Write(ref _attachment, attachment);
    }

    public void End() => _hasEnded = true;

    /// <returns>Completes when the event is in the buffer.</returns>
    public Task Offer(T item, EventNumber number)
    {
        lock (_lock)
        {
            _events.Enqueue((item, number));
            if (!_isDelivering)
            {
                _isDelivering = true;
                provider.Engine.BeginWork();
                provider.Engine.Scheduler.Schedule(this);
            }

            if (_events.Count <= provider.BufferCapacity)
                return Task.CompletedTask;
            var space = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waitingProducers.Enqueue(space);
            return space.Task;
        }
    }

    public void Execute()
    {
        var outer = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(provider.Engine.Synchronization);
        _ = DeliverAll();
        SynchronizationContext.SetSynchronizationContext(outer);
    }

    private async Task DeliverAll()
    {
        while (TryTake(out var next))
            await Deliver(next.Item, next.Number);
        provider.Engine.EndWork();
    }

    // At least once: an event is delivered again until its handler has taken it, and those behind it wait; but not for ever.
    private async Task Deliver(T item, EventNumber number)
    {
        var engine = provider.Engine;
        var start = engine.Time.GetTimestamp();
        for (var pause = FirstPause; !_hasEnded; pause = pause < LongestPause ? 2 * pause : LongestPause)
        {
            if (await TryDeliver(item, number, failure: null) is not { } failure)
                return;
            if (engine.Time.GetElapsedTime(start) + pause > engine.Options.EventDeliveryTime || !await TryPause(pause))
            {
                engine.Log.DeliveryFailed(StreamId, Consumer.GrainId, failure);
                await TryDeliver(item, number, failure);
                return;
            }

            engine.Log.DeliveryRepeated(StreamId, Consumer.GrainId, failure);
        }
    }

    private async Task<Exception?> TryDeliver(T item, EventNumber number, Exception? failure)
    {
        try
        {
            await provider.Engine.ActivationOf(Consumer.GrainId).Deliver(new Delivery(this, item, number, failure));
            return null;
        }
        catch (Exception e)
        {
            return e;
        }
    }

    private async Task<bool> TryPause(TimeSpan pause)
    {
        try
        {
            await Task.Delay(pause, provider.Engine.Time, provider.Engine.Stopping);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private bool TryTake(out (T Item, EventNumber Number) next)
    {
        lock (_lock)
        {
            if (_hasEnded)
                _events.Clear();
            _isDelivering = _events.TryDequeue(out next);
            while (_waitingProducers.Count > 0 && _events.Count - _waitingProducers.Count < provider.BufferCapacity)
                _waitingProducers.Dequeue().TrySetResult();
            return _isDelivering;
        }
    }

    private Task Receive(Activation activation, T item, EventNumber number, Exception? failure)
    {
        if (_hasEnded)
            return Task.CompletedTask;
        if (Volatile.Read(ref _attachment) is { } attachment && attachment.Activation == activation)
            return failure is null ? attachment.Observer.OnNextAsync(item, number) : attachment.Observer.OnErrorAsync(failure);
        provider.Engine.Log.NotResumed(Consumer.GrainId, StreamId);
        return Task.CompletedTask;
    }

    /// <summary>An observer, which lives as long as the activation that attached it.</summary>
    private sealed class Attachment(Subscription<T> subscription, Activation activation, IAsyncObserver<T> observer) : IDisposable
    {
        public Activation Activation => activation;
        public IAsyncObserver<T> Observer => observer;

        public void Dispose()
        {
            Interlocked.CompareExchange(ref subscription._attachment, null, this);
            activation.ReleaseObserver(this);
        }
    }

    // Of an event, or of the failure to deliver it.
    private sealed class Delivery(Subscription<T> subscription, T item, EventNumber number, Exception? failure) : HostInvokable(OnNext, item, number)
    {
        protected override Task Run() =>
            subscription.Receive((Activation)SynchronizationContext.Current!, item, number, failure);
    }
}
