using Marketplace.Engine.Turns;

namespace Marketplace.Engine.Inline;

/// <summary>The lanes of a silo, for grain classes that close theirs themselves.</summary>
public sealed class Lanes
{
    private readonly LaneTable _table;

    internal Lanes(LaneTable table) => _table = table;

    /// <summary>
    /// Lets calls begin in an activation only as long as others run there: when they have ended, those that wait and those that come go to the
    /// next one.
    /// </summary>
    /// <param name="context">The activation, which has been told to deactivate.</param>
    public void BeginClose(IGrainContext context) => _table.BeginClose(context);

    /// <summary>
    /// Closes the lane of an activation: calls that run in it end, others go elsewhere. To be awaited at the beginning of
    /// OnDeactivateAsync (<see cref="InlineCallOptions.ClosesLane"/>).
    /// </summary>
    /// <param name="context">The activation.</param>
    /// <param name="cancellationToken">Closes it although calls run.</param>
    /// <returns>When no call runs or can begin.</returns>
    public Task Close(IGrainContext context, CancellationToken cancellationToken) => _table.Close(context, cancellationToken);
}

/// <summary>Settings of inline calls in a silo of Orleans.</summary>
public sealed class InlineCallOptions : TurnOptions
{
    /// <summary>
    /// Whether a grain class that overrides OnDeactivateAsync closes its lane there, before anything else, by
    /// <see cref="Lanes.Close"/>. Orleans runs that method beside calls that it does not know of; a class that overrides it and does
    /// not close its lane is called by messages.
    /// </summary>
    public Func<Type, bool> ClosesLane { get; set; } = static _ => false;
}
