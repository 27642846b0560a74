using Marketplace.Grains.Formats;
using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Writes of many grains that become durable in one transaction.</summary>
/// <param name="number">Number of the batch: 1, 2, … of this writer.</param>
/// <param name="firstVersion">Version of the states that it makes: higher than any that this writer has given.</param>
/// <param name="changes">Receives the changes of one state after the other; null if there are none to be found.</param>
internal sealed class Batch(long number, long firstVersion, StateChanges? changes)
{
    // A writer's number, and behind it the number of one of its batches.
    private const int NumberBits = 32;

    private readonly SortedDictionary<string, ServiceBatch> _services = new(StringComparer.Ordinal);
    private readonly HashSet<QueuedWrite> _writes = [];
    private readonly List<(IBatchedState State, Unit? Unit)> _states = [];
    private readonly List<(Action Action, Unit? Unit)> _whenDurable = [];
    private readonly List<Unit> _units = new(0);

    // To which belongs what is added now; null if it stands alone.
    private Unit? _unit;

    // All that is written, if some of it is kept apart.
    private SortedDictionary<string, ServiceBatch>? _merged;

    /// <summary>Number of the batch.</summary>
    public long Number => number;

    /// <summary>Version of the states that it makes.</summary>
    public long FirstVersion => firstVersion;

    /// <summary>What it empties instead of writing something; null if it does not.</summary>
    public Emptied? Emptied { get; private set; }

    /// <summary>Receives the changes of one state after the other.</summary>
    public StateChanges Changes => changes ?? throw new InvalidOperationException("No state is written with this batch.");

    /// <summary>Whether atomic writes are kept apart, so that one can be taken out: where others write the same states.</summary>
    public bool KeepsUnits { get; init; }

    /// <summary>How much is in it: states, records and steps.</summary>
    public int Size { get; set; }

    /// <summary>How many writes wait for it.</summary>
    public int Count => _writes.Count;

    /// <summary>Whether something in it is decided, so that it must be written however long that takes.</summary>
    public bool IsDecided { get; private set; }

    /// <summary>Whether a commit of it was not answered.</summary>
    public bool IsInDoubt { get; set; }

    /// <summary>Whether there is nothing to write.</summary>
    public bool IsEmpty => Emptied is null && Services.All(static service => service.IsEmpty);

    /// <summary>What it writes, by service. Complete when it is closed.</summary>
    public IReadOnlyCollection<ServiceBatch> Services => (_merged ?? _services).Values;

    /// <summary>Numbers of the writers of other silos that made parts of it, each once.</summary>
    public List<long> Writers => [.. _units.SelectMany(static unit => unit.Write.Writers).Distinct()];

    /// <summary>What it writes of a service.</summary>
    public ServiceBatch Of(string service) => Of(_unit?.Services ?? _services, service);

    /// <summary>What is added from now on is of an atomic write, until that is added itself.</summary>
    public void Begin(QueuedAtomicWrite write)
    {
        if (KeepsUnits)
            _units.Add(_unit = new Unit(write));
    }

    /// <summary>It empties something.</summary>
    public void Empty(Emptied emptied) => Emptied = emptied;

    /// <summary>A state is in it.</summary>
    public void AddState(IBatchedState state)
    {
        _states.Add((state, _unit));
        Size++;
    }

    /// <summary>Somebody waits for it.</summary>
    public void AddWrite(QueuedWrite write)
    {
        _unit = null;
        _writes.Add(write);
        IsDecided |= write.IsDecided;
    }

    /// <summary>Nothing more comes: finds out what has to be written.</summary>
    /// <param name="failed">Is told which state can't be written.</param>
    public void Close(Action<Exception> failed)
    {
        foreach (var (state, unit) in _states)
        {
            try
            {
                _unit = unit;
                state.AddRow(this);
            }
            catch (Exception exception)
            {
                failed(exception);
                Fail(state, exception);
            }
        }

        _unit = null;
        Merge();
    }

    /// <summary>Takes out all that would write a state.</summary>
    /// <param name="exception">What those are told that wait for it.</param>
    public void TakeOut(string service, long grain, Exception exception)
    {
        if (_services.TryGetValue(service, out var alone) && alone.Find(grain) is { } row)
        {
            alone.Remove(grain);
            Fail(row.State!, exception);
        }

        TakeOut(unit => unit.Services.TryGetValue(service, out var part) && part.Has(grain), exception);
    }

    /// <summary>Takes out what a writer of another silo has made.</summary>
    /// <param name="exception">What those are told that wait for it.</param>
    public void TakeOut(long writer, Exception exception) => TakeOut(unit => unit.Write.Writers.Contains(writer), exception);

    /// <summary>A state is taken out, and what writes it has failed.</summary>
    /// <exception cref="InvalidOperationException">It is a part of what several grains have decided, which can't be written without it.</exception>
    public void Fail(IBatchedState state, Exception exception)
    {
        foreach (var write in _writes.Where(write => write.Concerns(state)).ToList())
        {
            // Another one that was taken out may have taken it along.
            if (!_writes.Contains(write))
                continue;

            if (_units.Find(unit => unit.Write == write) is { } unit)
            {
                TakeOut(unit, exception);
                continue;
            }

            if (write.IsShared)
                throw new InvalidOperationException($"A decided transaction can't be stored. {exception.Message}", exception);

            _writes.Remove(write);
            write.Fail(exception);
        }
    }

    /// <summary>Something is to be done when it is durable, before anybody is told, and in the order in which these were added.</summary>
    public void WhenDurable(Action action) => _whenDurable.Add((action, _unit));

    /// <summary>It is durable.</summary>
    public void Complete()
    {
        foreach (var (action, unit) in _whenDurable)
        {
            if (unit is not { IsOut: true })
                action();
        }

        foreach (var write in _writes)
            write.Complete();
    }

    /// <summary>It was not written.</summary>
    public void Fail(Exception exception)
    {
        foreach (var write in _writes)
            write.Fail(exception);
    }

    /// <summary>Version of the states that a batch of a writer makes.</summary>
    public static long VersionOf(long writer, long number) => (writer << NumberBits) + number;

    /// <summary>Number of the batch that makes states of a version.</summary>
    public static long NumberOf(long version) => version & ((1L << NumberBits) - 1);

    private static ServiceBatch Of(SortedDictionary<string, ServiceBatch> services, string service)
    {
        if (!services.TryGetValue(service, out var part))
        {
            part = new ServiceBatch(service);
            services.Add(service, part);
        }

        return part;
    }

    private void TakeOut(Func<Unit, bool> isOut, Exception exception)
    {
        while (_units.Find(unit => isOut(unit)) is { } unit)
            TakeOut(unit, exception);

        Merge();
    }

    // What has a state in common with it must not be stored without it.
    private void TakeOut(Unit unit, Exception exception)
    {
        unit.IsOut = true;
        _units.Remove(unit);
        _writes.Remove(unit.Write);
        unit.Write.Fail(exception);
        foreach (var (state, _) in _states.Where(state => unit.Write.Concerns(state.State)))
        {
            if (_services.TryGetValue(state.Service, out var alone))
                alone.Remove(state.Grain);

            Fail(state, exception);
        }
    }

    private void Merge()
    {
        if (!KeepsUnits)
            return;

        // Two of one state: the grain is active here, and was elsewhere when the other one was made.
        var states = new HashSet<(string, long)>(_services.Values.SelectMany(Names));
        while (_units.Find(unit => unit.Services.Values.SelectMany(Names).Any(name => !states.Add(name))) is { } second)
        {
            TakeOut(second, new StorageConflictException("A state was written twice at once, by activations of one grain on two silos."));
            states = [.. _services.Values.SelectMany(Names)];
        }

        _merged = new(StringComparer.Ordinal);
        foreach (var part in _services.Values.Concat(_units.SelectMany(static unit => unit.Services.Values)))
            Of(_merged, part.Service).Add(part);

        static IEnumerable<(string, long)> Names(ServiceBatch part) => part.Grains.Select(grain => (part.Service, grain));
    }

    /// <summary>An atomic write that is kept apart.</summary>
    private sealed class Unit(QueuedAtomicWrite write)
    {
        public QueuedAtomicWrite Write => write;

        /// <summary>Whether it was taken out again.</summary>
        public bool IsOut { get; set; }

        public SortedDictionary<string, ServiceBatch> Services { get; } = new(StringComparer.Ordinal);
    }
}
