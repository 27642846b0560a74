using Marketplace.Protocol.Conformance.Grains;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Makes random call trees.</summary>
internal sealed class RandomTrees(int seed, int grains, double failures, double leavers)
{
    private const int ChildrenMax = 3;
    private const double Readers = 0.2;

    private readonly Random _random = new(seed);

    /// <summary>Makes a tree whose grains are hot to different degrees: the first one is in most trees. Some trees only read.</summary>
    public CallTree Next() => Next(depth: 3, onlyReads: _random.NextDouble() < Readers);

    private CallTree Next(int depth, bool onlyReads)
    {
        var children = depth == 0 ? 0 : _random.Next(ChildrenMax + 1);
        return new CallTree(
            (int)(grains * Math.Pow(_random.NextDouble(), 2)),
            onlyReads ? NodeAction.Read : Action(),
            _random.Next(2) == 0,
            [.. Enumerable.Range(0, children).Select(_ => Next(depth - 1, onlyReads))]);
    }

    private NodeAction Action()
    {
        var draw = _random.NextDouble();
        return draw < failures ? NodeAction.Fail
            : draw < failures + leavers ? NodeAction.WriteAndLeave
            : _random.Next(2) == 0 ? NodeAction.Read : NodeAction.Write;
    }
}
