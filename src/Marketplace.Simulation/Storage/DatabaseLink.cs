using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres.Connections;

namespace Marketplace.Simulation.Storage;

/// <summary>The way of a part of a silo to the twin of PostgreSQL: what goes over it takes a moment.</summary>
internal abstract class DatabaseLink : IEndsWriters
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan TravelMost = TimeSpan.FromMilliseconds(2);

    private readonly List<TwinConnection> _connections = [];

    private readonly StoragePart _part;

    /// <param name="silo">Key of the silo in its cluster; null if it is alone.</param>
    protected DatabaseLink(DatabaseTwin database, FaultPlan faults, MonotonicTime time, Dice dice, StoragePart part, long? silo)
    {
        (Database, Faults, Time, Dice, _part, Silo) = (database, faults, time, dice, part, silo);
        database.Add(this);
    }

    public DatabaseTwin Database { get; }

    public FaultPlan Faults { get; }

    public Dice Dice { get; }

    /// <summary>Whether other silos of a cluster use the same tables.</summary>
    public bool IsShared => Silo is not null;

    /// <summary>Number of the writer that it is.</summary>
    public abstract long Number { get; }

    /// <summary>Whether what it writes becomes durable in the journal.</summary>
    public virtual bool IsJournaled => false;

    /// <summary>By how much longer its writes take from now on.</summary>
    public TimeSpan Slowness { get; set; }

    public DateTimeOffset Now => Time.GetUtcNow();

    protected MonotonicTime Time { get; }

    /// <summary>Key of the silo in its cluster; null if it is alone.</summary>
    protected long? Silo { get; }

    /// <summary>Whether it is of the silo with this clock.</summary>
    public bool IsOf(MonotonicTime silo) => Time == silo;

    public void Add(TwinConnection connection) => _connections.Add(connection);

    /// <summary>Its silo was killed.</summary>
    public virtual void Die(Dice dice)
    {
        foreach (var connection in _connections)
            connection.Die(dice);
    }

    /// <summary>Another silo has taken over: nothing more is written over this.</summary>
    /// <returns>What to tell those who want to write.</returns>
    public abstract StorageUnavailableException Lose(bool isOutcomeUnknown);

    public virtual Task EndWriter(long silo) => Ask(database =>
    {
        database.EndWriter(silo, _part);
        return true;
    });

    /// <summary>Asks the database, for as long as it may be away.</summary>
    /// <exception cref="StorageUnavailableException">It was away for longer.</exception>
    public async Task<T> Ask<T>(Func<DatabaseTwin, T> question)
    {
        var since = Time.GetTimestamp();
        for (var pause = FirstPause; ; pause = pause.DoubledUpTo(LongestPause))
        {
            await Travel();
            if (!Database.IsAway)
                return question(Database);
            Faults.Bit(Fault.StorageOutage);
            if (Time.GetElapsedTime(since) > SimulatedLimits.StorageTimeout)
                throw new StorageUnavailableException("The database has been away for too long.");
            await Task.Delay(pause, Time);
        }
    }

    /// <summary>What is sent, or comes back, takes a moment.</summary>
    public Task Travel(bool isWrite = false) => Task.Delay(Dice.Span(TravelMost) + (isWrite ? Slowness + Faults.SlowWrite() : TimeSpan.Zero), Time);

    /// <summary>What those are told who want to write when another silo has taken over, or has ended this one as a writer.</summary>
    protected static StorageUnavailableException Fenced(bool isOutcomeUnknown) =>
        new("Another silo has taken the schema: this one can write no more.") { IsOutcomeUnknown = isOutcomeUnknown };
}
