using System.Collections.Immutable;

namespace Marketplace.Engine.Local.Streams;

/// <summary>The subscriptions of one stream. All of them see its events in one order: the one in which they were offered here.</summary>
internal sealed class Topic<T>
{
    private readonly Lock _lock = new();
    private ImmutableArray<Subscription<T>> _subscriptions = [];
    private long _lastNumber;

    public IEnumerable<Subscription<T>> Subscriptions => _subscriptions;

    public void Add(Subscription<T> subscription)
    {
        lock (_lock)
            _subscriptions = _subscriptions.Add(subscription);
    }

    /// <returns>Whether that was the last one.</returns>
    public bool Remove(Subscription<T> subscription)
    {
        lock (_lock)
        {
            _subscriptions = _subscriptions.Remove(subscription);
            return _subscriptions.IsEmpty;
        }
    }

    /// <returns>Completes when the event is in the buffers of all subscriptions.</returns>
    public Task Offer(T item)
    {
        lock (_lock)
        {
            var number = new EventNumber(++_lastNumber);
            List<Task>? full = null;
            foreach (var subscription in _subscriptions)
            {
                var offered = subscription.Offer(item, number);
                if (!offered.IsCompleted)
                    (full ??= []).Add(offered);
            }

            return full is null ? Task.CompletedTask : Task.WhenAll(full);
        }
    }
}
