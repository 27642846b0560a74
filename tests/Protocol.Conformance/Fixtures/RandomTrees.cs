using Marketplace.Protocol.Conformance.Grains;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Makes random call trees.</summary>
internal sealed class RandomTrees(int seed, int grains, double failures, double leavers)
{
    private const int ChildrenMax = 3;

    private readonly Random _random = new(seed);

    /// <summary>Makes a tree whose grains are hot to different degrees: the first one is in most trees.</summary>
    public CallTree Next(int depth = 3)
    {
        var children = depth == 0 ? 0 : _random.Next(ChildrenMax + 1);
        return new CallTree(
            (int)(grains * Math.Pow(_random.NextDouble(), 2)),
            Action(),
            _random.Next(2) == 0,
            [.. Enumerable.Range(0, children).Select(_ => Next(depth - 1))]);
    }

    private NodeAction Action()
    {
        var draw = _random.NextDouble();
        return draw < failures ? NodeAction.Fail
            : draw < failures + leavers ? NodeAction.WriteAndLeave
            : _random.Next(2) == 0 ? NodeAction.Read : NodeAction.Write;
    }
}
