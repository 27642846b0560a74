using Marketplace.Storage.Postgres.Formats;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Writes of many grains that become durable in one transaction.</summary>
/// <param name="number">Number of the batch: 1, 2, … of this writer.</param>
/// <param name="firstVersion">Version of the states that it makes: higher than any that this writer has given.</param>
/// <param name="changes">Receives the changes of one state after the other.</param>
internal sealed class Batch(long number, long firstVersion, StateChanges changes)
{
    private readonly SortedDictionary<string, ServiceBatch> _services = new(StringComparer.Ordinal);
    private readonly HashSet<QueuedWrite> _writes = [];

    /// <summary>Number of the batch.</summary>
    public long Number => number;

    /// <summary>Version of the states that it makes.</summary>
    public long FirstVersion => firstVersion;

    /// <summary>Receives the changes of one state after the other.</summary>
    public StateChanges Changes => changes;

    /// <summary>How many writes wait for it.</summary>
    public int Count => _writes.Count;

    /// <summary>What it writes, by service.</summary>
    public IReadOnlyCollection<ServiceBatch> Services => _services.Values;

    /// <summary>What it writes of a service.</summary>
    public ServiceBatch Of(string service)
    {
        if (!_services.TryGetValue(service, out var part))
        {
            part = new ServiceBatch(service);
            _services.Add(service, part);
        }

        return part;
    }

    /// <summary>Somebody waits for it.</summary>
    public void Take(QueuedWrite write) => _writes.Add(write);

    /// <summary>One write is taken out, and has failed.</summary>
    public void Fail(QueuedWrite write, Exception exception)
    {
        _writes.Remove(write);
        write.Fail(exception);
    }

    /// <summary>It is durable.</summary>
    public void Complete()
    {
        foreach (var write in _writes)
        {
            write.Complete();
        }
    }

    /// <summary>It was not written.</summary>
    public void Fail(Exception exception)
    {
        foreach (var write in _writes)
        {
            write.Fail(exception);
        }
    }
}
