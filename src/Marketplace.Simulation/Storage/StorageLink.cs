using Marketplace.Grains.Formats;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// One silo's way to the twin of PostgreSQL, with the promises of the real one: units are written in the order in which they were handed
/// over, many at a time; what is decided is tried for as long as the database is away, the rest for a time-out; a commit without an answer is
/// looked for before it is written again; a silo that was fenced writes nothing more.
/// </summary>
internal sealed class StorageLink(DatabaseTwin database, FaultPlan faults, MonotonicTime time, Dice dice, long? silo = null)
    : IHostedService, IStorageHealth
{
    private const int UnitsMax = 64;

    // As the real writer gives versions: each writer its own.
    private const int VersionBits = 40;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Travel = TimeSpan.FromMilliseconds(2);

    private readonly Queue<Unit> _queue = [];
    private TaskCompletionSource? _work;
    private StorageUnavailableException? _failure;
    private long _versions;
    private bool _isStuck;
    private long? _awaySince;

    public DatabaseTwin Database => database;

    public PendingUnits Pending { get; } = new();

    /// <summary>What is written of the state that is being loaded.</summary>
    public StateChanges Changes { get; } = new();

    /// <summary>Number of this silo as a writer.</summary>
    public long Writer { get; private set; }

    /// <summary>Whether other silos of a cluster write states too.</summary>
    public bool IsShared => silo is not null;

    /// <summary>What was sent to the database and not answered.</summary>
    public List<Unit> Sent { get; } = [];

    /// <summary>What it has taken and not written; null if there is nothing.</summary>
    public string? Outstanding => (Sent.Count + _queue.Count, Pending.Count) switch
    {
        (0, 0) => null,
        (0, var pending) => $"{pending} states wait for what is stored already",
        var (units, _) => $"{units} units are not stored",
    };

    /// <summary>By how much longer its writes take from now on.</summary>
    public TimeSpan Slowness { get; set; }

    public bool IsKeepingUp => _failure is null && !_isStuck;

    /// <summary>Takes the schema, and goes on after the time of the silo that had it.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await Ask(db =>
        {
            Writer = db.TakeOver(silo);
            time.GoOnAfter(db.LastTime);
            return true;
        });
        _ = Run();
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask<string?> Check(CancellationToken cancellationToken) => new(database.IsAway ? "The database is away." : null);

    /// <summary>Its silo is dead: of what was on its way, and of what was to be sent next, a prefix becomes durable.</summary>
    public void Die(Dice dice)
    {
        if (!database.MayWrite(Writer) || database.IsAway)
            return;
        var units = IsStored ? [.. _queue] : Sent.Concat(_queue).ToList();
        if (database.Mutant == Mutant.ReorderedUnits)
        {
            // Over two connections by turns: of each a prefix.
            var (even, odd) = (dice.Below(units.Count + 1), dice.Below(units.Count + 1));
            units = [.. units.Where((_, i) => i < (i % 2 == 0 ? even : odd))];
        }

        var stored = database.Mutant is Mutant.LoadBeforeStored or Mutant.ReorderedUnits ? units.Count : dice.Below(units.Count + 1);
        foreach (var unit in units.Take(stored))
            unit.Apply(database);
        if (database.Mutant == Mutant.TornUnit && stored < units.Count)
            units[stored].ApplyPart(database, dice);
    }

    /// <summary>Gives a version to a state that other silos may write too: one that no state has had.</summary>
    public long NextVersion() => (Writer << VersionBits) | ++_versions;

    public void ThrowIfStuck()
    {
        if (_failure is { } failure)
            throw failure;
        if (_isStuck)
            throw Away(isOutcomeUnknown: false);
    }

    public void Add(Unit unit)
    {
        if (_failure is { } failure)
        {
            unit.Fail(Pending, failure);
            return;
        }

        _queue.Enqueue(unit);
        if (database.Mutant == Mutant.ToldBeforeStored)
            unit.Tell();
        else if (database.Mutant == Mutant.LoadBeforeStored)
            unit.Complete(Pending);
        _work?.TrySetResult();
    }

    /// <summary>Asks the database, for as long as it may be away.</summary>
    /// <exception cref="StorageUnavailableException">It was away for longer.</exception>
    public async Task<T> Ask<T>(Func<DatabaseTwin, T> question)
    {
        var since = time.GetTimestamp();
        for (var pause = FirstPause; ; pause = Longer(pause))
        {
            await Task.Delay(dice.Span(Travel), time);
            if (!database.IsAway)
                return question(database);
            faults.Bit(Fault.StorageOutage);
            if (time.GetElapsedTime(since) > SimulatedLimits.StorageTimeout)
                throw Away(isOutcomeUnknown: false);
            await Task.Delay(pause, time);
        }
    }

    private async Task Run()
    {
        while (true)
        {
            if (_queue.Count == 0)
            {
                _work = new(TaskCreationOptions.RunContinuationsAsynchronously);
                await _work.Task;
                _work = null;
            }

            while (Sent.Count < UnitsMax && _queue.TryDequeue(out var unit))
                Sent.Add(unit);
            await Write();
        }
    }

    // One batch, however often it has to be sent.
    private async Task Write()
    {
        var isInDoubt = false;
        for (var pause = FirstPause; ; pause = Longer(pause))
        {
            await Task.Delay(dice.Span(Travel) + Slowness + faults.SlowWrite(), time);
            if (faults.Strikes(Fault.FailedWrite))
            {
                // The connection was lost on the way there; whether the database has it nobody knows.
                isInDoubt |= dice.Chance(0.5);
            }
            else if (!database.IsAway)
            {
                if (!database.MayWrite(Writer) && database.Mutant != Mutant.NoFence)
                {
                    faults.Bit(IsShared ? Fault.PauseSilo : Fault.SecondSilo);
                    Break(isInDoubt);
                    return;
                }

                if (!isInDoubt || !IsStored || database.Mutant == Mutant.WrittenTwice)
                    Apply();
                await Task.Delay(dice.Span(Travel), time);
                if (!database.IsAway && !faults.Strikes(Fault.CommitInDoubt))
                {
                    End();
                    return;
                }

                isInDoubt = true;
            }

            _awaySince ??= time.GetTimestamp();
            if (time.GetElapsedTime(_awaySince.Value) > SimulatedLimits.StorageTimeout)
            {
                if (database.IsAway)
                    faults.Bit(Fault.StorageOutage);
                _isStuck = Sent.Exists(static unit => unit.IsDecided);
                if (!_isStuck)
                {
                    Fail(Away(isInDoubt));
                    _awaySince = null;
                    return;
                }
            }

            await Task.Delay(pause, time);
        }
    }

    // The number of the last batch lies in the database: here the units themselves know.
    private bool IsStored { get; set; }

    private void Apply()
    {
        foreach (var unit in Sent)
            unit.Apply(database);
        database.LastTime = Math.Max(database.LastTime, time.GetUtcNow().Ticks);
        IsStored = true;
    }

    private void End()
    {
        (_isStuck, _awaySince, IsStored) = (false, null, false);
        var done = Sent.ToArray();
        Sent.Clear();
        foreach (var unit in done)
        {
            if (unit.Conflict is { } conflict)
                unit.Fail(Pending, new StorageConflictException(conflict));
            else
                unit.Complete(Pending);
        }
    }

    private void Fail(StorageUnavailableException failure)
    {
        IsStored = false;
        var failed = Sent.ToArray();
        Sent.Clear();
        foreach (var unit in failed)
            unit.Fail(Pending, failure);
    }

    private void Break(bool isInDoubt)
    {
        _failure = new StorageUnavailableException("Another silo has taken the schema: this one can write no more.") { IsOutcomeUnknown = isInDoubt };
        Fail(_failure);
        while (_queue.TryDequeue(out var unit))
            unit.Fail(Pending, _failure);
    }

    private static TimeSpan Longer(TimeSpan pause) => pause + pause < LongestPause ? pause + pause : LongestPause;

    private static StorageUnavailableException Away(bool isOutcomeUnknown) =>
        new("The database has been away for too long.") { IsOutcomeUnknown = isOutcomeUnknown };
}
