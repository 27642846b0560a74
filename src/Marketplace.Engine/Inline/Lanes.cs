using Orleans.Runtime;

namespace Marketplace.Engine.Inline;

/// <summary>The lanes of a silo, for grain classes that close theirs themselves.</summary>
public sealed class Lanes
{
    private readonly LaneTable _table;

    internal Lanes(LaneTable table) => _table = table;

    /// <summary>
    /// Closes the lane of an activation: calls that run in it end, others go elsewhere. To be awaited at the beginning of
    /// OnDeactivateAsync (<see cref="InlineCallOptions.ClosesLane"/>).
    /// </summary>
    /// <param name="context">The activation.</param>
    /// <param name="cancellationToken">Closes it although calls run.</param>
    /// <returns>When no call runs or can begin.</returns>
    public Task CloseAsync(IGrainContext context, CancellationToken cancellationToken) => _table.CloseAsync(context, cancellationToken);
}
