using System.Text;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>Who waits for whom, among the pending calls of one moment: made only when a call has timed out.</summary>
internal sealed class CallGraph
{
    private readonly Dictionary<GrainId, List<GrainRequest>> _callsOf = [];
    private readonly Dictionary<GrainId, string?> _cycleFrom = [];

    public CallGraph(IEnumerable<GrainRequest> pending)
    {
        foreach (var call in pending)
        {
            if (call.Caller is not { } caller)
                continue;
            if (!_callsOf.TryGetValue(caller.GrainId, out var calls))
                _callsOf[caller.GrainId] = calls = [];
            calls.Add(call);
        }
    }

    /// <summary>A cycle of calls that the target of the call takes part in or waits for; null if there is none.</summary>
    public string? FindCycle(GrainRequest call)
    {
        var target = call.Target.GrainId;
        if (!_cycleFrom.TryGetValue(target, out var cycle))
            _cycleFrom[target] = cycle = Search(target);
        return cycle;
    }

    // Depth first, with a stack of its own: a chain of waiting calls can be longer than a thread's stack.
    private string? Search(GrainId start)
    {
        var path = new List<(GrainId Grain, int NextCall)> { (start, 0) };
        var onPath = new HashSet<GrainId> { start };
        var seen = new HashSet<GrainId> { start };
        while (path.Count > 0)
        {
            var (grain, next) = path[^1];
            if (!_callsOf.TryGetValue(grain, out var calls) || next >= calls.Count)
            {
                path.RemoveAt(path.Count - 1);
                onPath.Remove(grain);
                continue;
            }

            path[^1] = (grain, next + 1);
            var target = calls[next].Target.GrainId;
            if (onPath.Contains(target))
                return Describe(path, target);
            if (!seen.Add(target))
                continue;
            onPath.Add(target);
            path.Add((target, 0));
        }

        return null;
    }

    private string Describe(List<(GrainId Grain, int NextCall)> path, GrainId first)
    {
        var text = new StringBuilder();
        for (var i = path.FindIndex(step => step.Grain == first); i < path.Count; i++)
            text.Append(path[i].Grain).Append(" -> ").Append(_callsOf[path[i].Grain][path[i].NextCall - 1]).Append(" -> ");
        return text.Append(first).ToString();
    }
}
