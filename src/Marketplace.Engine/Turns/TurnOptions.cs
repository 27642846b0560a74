namespace Marketplace.Engine.Turns;

/// <summary>What every host of turns can be told.</summary>
public abstract class TurnOptions
{
    /// <summary>How long a caller waits for an answer before it gets a TimeoutException.</summary>
    public TimeSpan ResponseTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How many requests may wait at one activation; the next one gets a LimitExceededException.</summary>
    public int MaxWaitingRequests { get; set; } = 100_000;

    /// <summary>
    /// Names the group of a grain class, whose turns run apart from those of other groups, at most
    /// <see cref="GroupParallelism"/> at once; null for a class that shares the thread pool with everything else, as all do by default.
    /// </summary>
    public Func<Type, string?> GroupOf { get; set; } = static _ => null;

    /// <summary>Turns of one group that run at once at most: by default half the cores, so that no group can take them all.</summary>
    public int GroupParallelism { get; set; } = Math.Max(1, Environment.ProcessorCount / 2);

    /// <summary>How many callers from outside may wait for <see cref="Scheduling.SchedulerGroups.Enter"/> of one group.</summary>
    public int MaxWaitingToEnter { get; set; } = 1_000;

    internal virtual void Validate()
    {
        Positive(ResponseTimeout, nameof(ResponseTimeout));
        Positive(MaxWaitingRequests, nameof(MaxWaitingRequests));
        Positive(GroupParallelism, nameof(GroupParallelism));
        Positive(MaxWaitingToEnter, nameof(MaxWaitingToEnter));
    }

    private protected void Positive(int value, string name)
    {
        if (value < 1)
            throw new InvalidOperationException($"{GetType().Name}.{name} must be at least 1.");
    }

    private protected void Positive(TimeSpan value, string name)
    {
        if (value <= TimeSpan.Zero || value > TimeSpan.FromDays(1))
            throw new InvalidOperationException($"{GetType().Name}.{name} is {value}: it must be positive, and at most a day.");
    }
}
