using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Storage;

/// <summary>The way of a part of a silo to the twin of PostgreSQL: what goes over it takes a moment.</summary>
internal abstract class DatabaseLink(DatabaseTwin database, FaultPlan faults, MonotonicTime time, Dice dice)
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan TravelMost = TimeSpan.FromMilliseconds(2);

    public DatabaseTwin Database => database;

    public FaultPlan Faults => faults;

    public Dice Dice => dice;

    /// <summary>Whether other silos of a cluster use the same tables.</summary>
    public abstract bool IsShared { get; }

    /// <summary>Number of the writer that it is.</summary>
    public abstract long Number { get; }

    /// <summary>By how much longer its writes take from now on.</summary>
    public TimeSpan Slowness { get; set; }

    public DateTimeOffset Now => time.GetUtcNow();

    protected MonotonicTime Time => time;

    /// <summary>Another silo has taken over: nothing more is written over this.</summary>
    /// <returns>What to tell those who want to write.</returns>
    public abstract StorageUnavailableException Lose(bool isOutcomeUnknown);

    /// <summary>Asks the database, for as long as it may be away.</summary>
    /// <exception cref="StorageUnavailableException">It was away for longer.</exception>
    public async Task<T> Ask<T>(Func<DatabaseTwin, T> question)
    {
        var since = time.GetTimestamp();
        for (var pause = FirstPause; ; pause = pause + pause < LongestPause ? pause + pause : LongestPause)
        {
            await Travel();
            if (!database.IsAway)
                return question(database);
            faults.Bit(Fault.StorageOutage);
            if (time.GetElapsedTime(since) > SimulatedLimits.StorageTimeout)
                throw new StorageUnavailableException("The database has been away for too long.");
            await Task.Delay(pause, time);
        }
    }

    /// <summary>Changes what is no state, unless another silo has taken over.</summary>
    protected Task ChangeAsWriter(Action<DatabaseTwin> change) => Ask(twin =>
    {
        if (!twin.MayWrite(Number))
            throw Lose(isOutcomeUnknown: false);
        change(twin);
        return true;
    });

    /// <summary>What is sent, or comes back, takes a moment.</summary>
    public Task Travel(bool isWrite = false) => Task.Delay(dice.Span(TravelMost) + (isWrite ? Slowness + faults.SlowWrite() : TimeSpan.Zero), time);

    /// <summary>Waits for some time.</summary>
    public Task Pause(TimeSpan most) => Task.Delay(dice.Span(most), time);

    /// <summary>What those are told who want to write when another silo has taken over.</summary>
    protected static StorageUnavailableException Fenced(bool isOutcomeUnknown) =>
        new("Another silo has taken the schema: this one can write no more.") { IsOutcomeUnknown = isOutcomeUnknown };
}
