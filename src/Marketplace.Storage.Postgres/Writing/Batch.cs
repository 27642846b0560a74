using Marketplace.Grains.Formats;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Writes of many grains that become durable in one transaction.</summary>
/// <param name="number">Number of the batch: 1, 2, … of this writer.</param>
/// <param name="firstVersion">Version of the states that it makes: higher than any that this writer has given.</param>
/// <param name="changes">Receives the changes of one state after the other.</param>
internal sealed class Batch(long number, long firstVersion, StateChanges changes)
{
    private readonly SortedDictionary<string, ServiceBatch> _services = new(StringComparer.Ordinal);
    private readonly HashSet<QueuedWrite> _writes = [];
    private readonly List<IBatchedState> _states = [];
    private readonly List<Action> _whenDurable = [];

    /// <summary>Number of the batch.</summary>
    public long Number => number;

    /// <summary>Version of the states that it makes.</summary>
    public long FirstVersion => firstVersion;

    /// <summary>Receives the changes of one state after the other.</summary>
    public StateChanges Changes => changes;

    /// <summary>How much is in it: states, records and steps.</summary>
    public int Size { get; set; }

    /// <summary>How many writes wait for it.</summary>
    public int Count => _writes.Count;

    /// <summary>Whether something in it is decided, so that it must be written however long that takes.</summary>
    public bool IsDecided { get; private set; }

    /// <summary>Whether a commit of it was not answered.</summary>
    public bool IsInDoubt { get; set; }

    /// <summary>Whether there is nothing to write.</summary>
    public bool IsEmpty => _services.Values.All(static service => service.IsEmpty);

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

    /// <summary>A state is in it.</summary>
    public void AddState(IBatchedState state)
    {
        _states.Add(state);
        Size++;
    }

    /// <summary>Somebody waits for it.</summary>
    public void AddWrite(QueuedWrite write)
    {
        _writes.Add(write);
        IsDecided |= write.IsDecided;
    }

    /// <summary>Nothing more comes: finds out what has to be written.</summary>
    /// <param name="failed">Is told which state can't be written.</param>
    public void Close(Action<Exception> failed)
    {
        foreach (var state in _states)
        {
            try
            {
                state.AddRow(this);
            }
            catch (Exception exception)
            {
                failed(exception);
                Fail(state, exception);
            }
        }
    }

    /// <summary>A state is taken out, and what writes it has failed.</summary>
    /// <exception cref="InvalidOperationException">It is a part of what several grains have decided, which can't be written without it.</exception>
    public void Fail(IBatchedState state, Exception exception)
    {
        foreach (var write in _writes.Where(write => write.Concerns(state)).ToList())
        {
            if (write.IsShared)
                throw new InvalidOperationException($"A decided transaction can't be stored. {exception.Message}", exception);

            _writes.Remove(write);
            write.Fail(exception);
        }
    }

    /// <summary>Something is to be done when it is durable, before anybody is told, and in the order in which these were added.</summary>
    public void WhenDurable(Action action) => _whenDurable.Add(action);

    /// <summary>It is durable.</summary>
    public void Complete()
    {
        foreach (var action in _whenDurable)
            action();

        foreach (var write in _writes)
            write.Complete();
    }

    /// <summary>It was not written.</summary>
    public void Fail(Exception exception)
    {
        foreach (var write in _writes)
            write.Fail(exception);
    }
}
