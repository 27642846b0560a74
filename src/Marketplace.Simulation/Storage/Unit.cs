using Marketplace.Simulation.Scheduling;
using Orleans.Runtime;

namespace Marketplace.Simulation.Storage;

/// <summary>What becomes durable whole or not at all: one saved state, one record, or all that a transaction decided.</summary>
internal sealed class Unit
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<Change> _changes = [];
    private readonly List<IStoredGrain> _states = [];
    private List<Func<DatabaseTwin, string?>>? _conditions;
    private TaskCompletionSource? _gone;

    /// <summary>Ends when it is durable.</summary>
    public Task Done => _done.Task;

    /// <summary>Ends when it is durable, or never will be, whatever was said before.</summary>
    public Task Gone => (_gone ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;

    /// <summary>Whether it must be written however long that takes.</summary>
    public bool IsDecided { get; set; }

    /// <summary>Whether several grains stand behind it: a silo can't go on without it.</summary>
    public bool IsShared { get; init; }

    /// <summary>Why nothing of it was stored: a silo of the cluster had written one of its states. Null while that was not so.</summary>
    public string? Conflict { get; private set; }

    public void Add(Change change) => _changes.Add(change);

    /// <summary>Nothing of it is stored unless this is so.</summary>
    /// <param name="condition">Answers null, or why not.</param>
    public void Require(Func<DatabaseTwin, string?> condition) => (_conditions ??= []).Add(condition);

    /// <summary>Takes what a silo of the cluster has given to be stored with it.</summary>
    public void Add(Unit other)
    {
        _changes.AddRange(other._changes);
        foreach (var condition in other._conditions ?? [])
            Require(condition);
    }

    /// <summary>Whether there is nothing to store.</summary>
    public bool IsEmpty => _changes.Count == 0;

    /// <summary>A later state takes the place of the one in it.</summary>
    public void Replace(Change change)
    {
        _changes.Clear();
        _changes.Add(change);
    }

    /// <summary>A state of a grain is in it.</summary>
    public void Concerns(IStoredGrain store) => _states.Add(store);

    /// <summary>It is decided: whoever loads one of its states waits until it is stored.</summary>
    public void Announce(PendingUnits pending)
    {
        foreach (var store in _states)
            pending.Add(store.Name, this);
    }

    public bool Has(IStoredGrain store) => _states.Contains(store);

    /// <summary>Says that it is durable.</summary>
    public void Tell() => _done.TrySetResult();

    public void Apply(DatabaseTwin database)
    {
        Conflict = _conditions?.Select(condition => condition(database)).FirstOrDefault(static conflict => conflict is not null);
        if (Conflict is not null)
            return;
        foreach (var change in _changes)
            change(database);
    }

    /// <summary>What happens where each of its changes is a commit of its own: applies the first of them.</summary>
    public void ApplyPart(DatabaseTwin database, Dice dice)
    {
        foreach (var change in _changes.Take(dice.Below(_changes.Count)))
            change(database);
    }

    public void Complete(PendingUnits pending)
    {
        Leave(pending);
        Tell();
    }

    public void Fail(PendingUnits pending, Exception exception)
    {
        foreach (var store in _states)
            store.Break(exception);
        Leave(pending);
        _done.TrySetException(exception);
    }

    private void Leave(PendingUnits pending)
    {
        foreach (var store in _states)
            pending.Remove(store.Name, this);
        _gone?.TrySetResult();
    }
}

/// <summary>The store of one activation, as its units know it.</summary>
internal interface IStoredGrain
{
    (string State, GrainId Grain) Name { get; }

    /// <summary>A state of it could not be stored: its activation is newer than what is stored, and ends.</summary>
    void Break(Exception exception);
}

/// <summary>The states of decided units that are not stored yet.</summary>
internal sealed class PendingUnits
{
    private readonly Dictionary<(string State, GrainId Grain), Unit> _units = [];

    public int Count => _units.Count;

    public void Add((string State, GrainId Grain) name, Unit unit) => _units[name] = unit;

    public void Remove((string State, GrainId Grain) name, Unit unit)
    {
        if (_units.TryGetValue(name, out var last) && last == unit)
            _units.Remove(name);
    }

    /// <summary>Waits until a grain has no such state.</summary>
    public async ValueTask Wait((string State, GrainId Grain) name, CancellationToken cancellationToken)
    {
        while (_units.TryGetValue(name, out var unit))
            await unit.Gone.WaitAsync(cancellationToken);
    }
}
