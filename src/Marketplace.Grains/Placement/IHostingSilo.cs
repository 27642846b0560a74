namespace Marketplace.Grains.Placement;

/// <summary>The silo that hosts the calling code, as its engine knows it.</summary>
internal interface IHostingSilo
{
    /// <summary>The scheduler of a silo whose services have none of their own.</summary>
    const string SharedScheduler = "shared";

    /// <summary>Its name, unique in its cluster.</summary>
    string Name { get; }

    /// <summary>The services that it declares to host; empty for all, "none" alone for none.</summary>
    ImmutableArray<string> Services { get; }

    /// <summary>The scheduler that runs the calling turn: named after its service, or <see cref="SharedScheduler"/>.</summary>
    string Scheduler { get; }

    /// <summary>Whether the scheduler of a service is noted at its calls, as it activates grains elsewhere; else where activations begin.</summary>
    bool WatchesCalls => false;
}
