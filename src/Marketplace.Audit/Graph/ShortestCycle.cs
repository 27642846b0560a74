namespace Marketplace.Audit.Graph;

/// <summary>
/// Searches a component for a cycle of as few transactions as possible: breadth first from each of its nodes, no deeper than the best one
/// found, within a budget of edges for all searches together.
/// </summary>
/// <param name="transactions">The nodes below this are transactions; others stand for moments, and a step to one is free.</param>
internal sealed class ShortestCycle(Components components, int transactions)
{
    private const int Shortest = 2;

    private readonly int[] _cameFrom = new int[components.Graph.Nodes];
    private readonly int[] _seenBy = new int[components.Graph.Nodes];
    private int _searches;
    private long _budget = 30_000_000;

    /// <summary>Searches.</summary>
    /// <returns>
    /// The nodes of the cycle in order, and whether there is certainly no shorter one; an empty cycle if the budget did not suffice for any.
    /// </returns>
    public (List<int> Cycle, bool IsShortest) In(List<int> members)
    {
        var (best, length) = (new List<int>(), int.MaxValue);
        foreach (var start in members)
        {
            if (start >= transactions)
                continue;
            if (_budget <= 0)
                return (best, false);
            if (Search(start, length) is { } cycle)
            {
                (best, length) = (cycle, cycle.Count(node => node < transactions));
                if (length == Shortest)
                    break;
            }
        }

        return (best, _budget > 0 || length == Shortest);
    }

    // A cycle through a node with fewer transactions than the limit.
    private List<int>? Search(int start, int limit)
    {
        _searches++;
        var (level, next) = (new List<int> { start }, new List<int>());
        for (var depth = 1; level.Count > 0 && depth < limit; depth++)
        {
            for (var i = 0; i < level.Count; i++)
            {
                foreach (var to in components.Graph.After(level[i]))
                {
                    if (--_budget <= 0)
                        return null;
                    if (to == start)
                        return Path(start, level[i]);
                    if (_seenBy[to] == _searches || !components.AreTogether(start, to))
                        continue;
                    (_seenBy[to], _cameFrom[to]) = (_searches, level[i]);
                    (to < transactions ? next : level).Add(to);
                }
            }

            (level, next) = (next, level);
            next.Clear();
        }

        return null;
    }

    private List<int> Path(int start, int last)
    {
        var path = new List<int>();
        for (var node = last; node != start; node = _cameFrom[node])
            path.Add(node);
        path.Add(start);
        path.Reverse();
        return path;
    }
}
