namespace Marketplace.Simulation.Scheduling;

/// <summary>Something that lasts for some time of a world, such as an outage. Those that overlap end with the one that ends last.</summary>
internal sealed class Spell(Timeline timeline)
{
    private long _until = -1;

    /// <summary>Whether it lasts still.</summary>
    public bool Lasts => timeline.Now < _until;

    public void Begin(TimeSpan howLong) => _until = Math.Max(_until, timeline.Now + howLong.Ticks);

    public void End() => _until = -1;
}
