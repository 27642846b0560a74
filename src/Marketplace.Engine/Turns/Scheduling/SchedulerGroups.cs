namespace Marketplace.Engine.Turns.Scheduling;

/// <summary>
/// The groups of grain classes that run apart from each other (<see cref="TurnOptions.GroupOf"/>), and the way into them for
/// work that begins outside the grains, such as a request of a host.
/// </summary>
public sealed class SchedulerGroups
{
    private readonly TurnOptions _options;
    private readonly IActivationScheduler _below;
    private readonly TimeProvider _time;
    private readonly Dictionary<string, GroupScheduler> _groups = new(StringComparer.Ordinal);

    internal SchedulerGroups(TurnOptions options, IActivationScheduler below, TimeProvider time) =>
        (_options, _below, _time) = (options, below, time);

    /// <summary>The group whose scheduler runs the calling code; null if it is none of them.</summary>
    public static string? Current => GroupScheduler.Current?.Name;

    /// <summary>
    /// Takes an async method over to the scheduler of a group: what follows the await runs there, and so does what follows the awaits
    /// after it. New work waits in line, behind what the group has begun.
    /// </summary>
    /// <param name="group">Name of a group that has a grain class.</param>
    /// <returns>Awaited, true; or false if too many wait, and then the method stays where it is.</returns>
    /// <exception cref="ArgumentException">There is no such group.</exception>
    public SchedulerEntry Enter(string group) =>
        _groups.TryGetValue(group, out var scheduler)
            ? new SchedulerEntry(scheduler)
            : throw new ArgumentException($"No grain class is in group \"{group}\".", nameof(group));

    /// <summary>The scheduler of a grain class. Called while the engine is built.</summary>
    internal IActivationScheduler SchedulerOf(Type grainClass)
    {
        if (_options.GroupOf(grainClass) is not { } group)
            return _below;
        if (!_groups.TryGetValue(group, out var scheduler))
        {
            scheduler = new GroupScheduler(group, _options.GroupParallelism, _options.MaxWaitingToEnter, _below, _time);
            _groups.Add(group, scheduler);
        }

        return scheduler;
    }
}
