using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;
using Marketplace.LocalEngine.Diagnostics;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.LocalEngine.Streams;

/// <summary>
/// One grain's subscription to a stream: the events that wait for it, delivered one after the other as requests to the grain,
/// which is activated if need be.
/// </summary>
internal sealed class Subscription<T>(MemoryStreamProvider provider, StreamId streamId, GrainReference consumer, Guid id)
    : IThreadPoolWorkItem
{
    private static readonly GrainMethod OnNext = new(
        typeof(IAsyncObserver<T>), nameof(IAsyncObserver<>.OnNextAsync), [typeof(T), typeof(StreamSequenceToken)], GrainMethodOptions.None);

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
        activation.Keep(attachment);
        Volatile.Write(ref _attachment, attachment);
    }

    public void End() => _hasEnded = true;

    /// <returns>Completes when the event is in the buffer.</returns>
    public Task OfferAsync(T item, EventNumber number)
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
        _ = DeliverAllAsync();
        SynchronizationContext.SetSynchronizationContext(outer);
    }

    private async Task DeliverAllAsync()
    {
        while (TryTake(out var next))
        {
            var delivery = new Delivery(this, next.Item, next.Number);
            try
            {
                ((GrainClass)Consumer.Calls).Dispatch(Consumer, delivery);
                await delivery.Task;
            }
            catch (Exception e)
            {
                provider.Engine.Log.DeliveryFailed(StreamId, Consumer.GrainId, e);
            }
        }
        provider.Engine.EndWork();
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

    private async Task ReceiveAsync(Activation activation, T item, EventNumber number)
    {
        if (_hasEnded)
            return;
        if (Volatile.Read(ref _attachment) is not { } attachment || attachment.Activation != activation)
        {
            provider.Engine.Log.NotResumed(Consumer.GrainId, StreamId);
            return;
        }
        try
        {
            await attachment.Observer.OnNextAsync(item, number);
        }
        catch (Exception e)
        {
            await attachment.Observer.OnErrorAsync(e);
            throw;
        }
    }

    /// <summary>An observer, which lives as long as the activation that attached it.</summary>
    private sealed class Attachment(Subscription<T> subscription, Activation activation, IAsyncObserver<T> observer) : IDisposable
    {
        public Activation Activation => activation;

        public IAsyncObserver<T> Observer => observer;

        public void Dispose()
        {
            Interlocked.CompareExchange(ref subscription._attachment, null, this);
            activation.Release(this);
        }
    }

    private sealed class Delivery(Subscription<T> subscription, T item, EventNumber number)
        : GrainRequest<NoResult>, IGrainRequest
    {
        public override GrainMethod Method => OnNext;

        bool IGrainRequest.IsCall => false;

        public override int GetArgumentCount() => 2;

        public override object? GetArgument(int index) => index switch { 0 => item, 1 => number, _ => throw NoSuchArgument(index) };

        public override void SetArgument(int index, object? value) => throw new NotSupportedException("Events can't be replaced.");

        protected override Task Call(object grain) =>
            subscription.ReceiveAsync((Activation)SynchronizationContext.Current!, item, number);
    }
}
