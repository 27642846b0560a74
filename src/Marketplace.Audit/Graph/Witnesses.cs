using System.Text;

namespace Marketplace.Audit.Graph;

/// <summary>Cycles in words: each transaction, and in brackets why it comes after the one before it.</summary>
internal sealed class Witnesses(RecordedHistory recorded, Action<Action<AccessRow, AccessRow, EdgeKind>> edges)
{
    private const int Max = 5;

    /// <summary>The cycles of the smallest components, the shortest that were found of each.</summary>
    /// <param name="nodesEach">Nodes a transaction: 1, or more where its events are told apart.</param>
    public List<string> Of(Components components, int nodesEach = 1)
    {
        var transactions = recorded.Count * nodesEach;
        var search = new ShortestCycle(components, transactions);
        var cycles = components.Cyclic.Take(Max).Select(search.In).Where(found => found.Cycle.Count > 0).ToList();
        var reasons = Reasons(cycles.SelectMany(found => Steps(found.Cycle)), nodesEach);
        return [.. cycles.Select(found => Text(found.Cycle, found.IsShortest, transactions, nodesEach, reasons))];
    }

    private Dictionary<(int From, int To), string?> Reasons(IEnumerable<(int From, int To)> steps, int nodesEach)
    {
        var reasons = new Dictionary<(int, int), string?>();
        foreach (var step in steps)
            reasons[step] = null;
        if (reasons.Count == 0)
            return reasons;
        edges((from, to, kind) =>
        {
            // Where events are told apart the graph is that over Stock.
            if (nodesEach > 1 && from.Service != ObjectName.Stock)
                return;
            var step = ((from.Transaction * nodesEach) + Unit(from, nodesEach), (to.Transaction * nodesEach) + Unit(to, nodesEach));
            if (reasons.TryGetValue(step, out var reason) && reason is null)
                reasons[step] = $"{Name(kind)} {ObjectName.Of(to.Service, to.Key)}@{to.Version}";
        });
        return reasons;
    }

    private string Text(List<int> cycle, bool isShortest, int transactions, int nodesEach, Dictionary<(int From, int To), string?> reasons)
    {
        var text = new StringBuilder(NameOf(cycle[0], nodesEach));
        foreach (var (from, to) in Steps(cycle))
        {
            // Moments are no transactions: the step through them is one.
            if (to < transactions)
                text.Append($" → {NameOf(to, nodesEach)} [{(from < transactions ? reasons[(from, to)] : "rt: sent after the answer")}]");
        }

        return text.Append(isShortest ? "" : " (there may be a shorter cycle)").ToString();
    }

    private string NameOf(int node, int nodesEach) => nodesEach == 1
        ? recorded.NameOf(node)
        : $"{recorded.NameOf(node / nodesEach)} event {(node % nodesEach) + 1}";

    private static int Unit(in AccessRow row, int nodesEach) => nodesEach == 1 ? 0 : row.Unit;

    private static IEnumerable<(int From, int To)> Steps(List<int> cycle) => cycle.Zip(cycle.Skip(1).Append(cycle[0]));

    private static string Name(EdgeKind kind) => kind switch
    {
        EdgeKind.WriteWrite => "ww",
        EdgeKind.WriteRead => "wr",
        _ => "rw",
    };
}
