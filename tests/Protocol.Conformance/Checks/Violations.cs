using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;

namespace Marketplace.Protocol.Conformance.Checks;

/// <summary>Checks a run for what a protocol promises.</summary>
internal static class Violations
{
    /// <summary>All violations, in words; none if the run was right.</summary>
    public static IReadOnlyList<string> Of(RunRecord run, Claims claims) =>
        [.. Versions(run), .. Writers(run), .. claims.HasFlag(Claims.Serializable) ? Cycle(run) : []];

    // Each version that a committed transaction made is there, and its own.
    private static IEnumerable<string> Versions(RunRecord run) =>
        from transaction in run.Committed
        from seen in transaction.Value.Items
        where seen.IsWrite
        let writers = run.Ledgers[seen.Grain].Writers
        where seen.Version > writers.Length || writers[seen.Version - 1] != transaction.Key
        select $"{transaction.Key} made version {seen.Version} of grain {seen.Grain}, which is not there";

    // Nothing else is there; a transaction of unknown outcome is there as a whole, or not.
    private static IEnumerable<string> Writers(RunRecord run)
    {
        var written = run.Ledgers.SelectMany(ledger => ledger.Value.Writers).CountBy(writer => writer).ToDictionary();
        foreach (var (writer, count) in written)
        {
            if (run.Committed.TryGetValue(writer, out var seen))
            {
                if (seen.Items.Count(item => item.IsWrite) != count)
                    yield return $"{writer} is committed, and {count} of its writes are there";
            }
            else if (!run.Unknown.TryGetValue(writer, out var tree))
            {
                yield return $"{writer} was aborted, and {count} of its writes are there";
            }
            else if (tree.All.Count(node => node.Action != NodeAction.Read) != count)
            {
                yield return $"{writer} has an unknown outcome, and {count} of its writes are there, not all";
            }
        }
    }

    // The graph of who read and wrote before whom: a cycle in it means that no serial order explains the run.
    private static IEnumerable<string> Cycle(RunRecord run)
    {
        var edges = new Dictionary<string, HashSet<string>>();
        void Edge(string before, string after)
        {
            if (before != after)
                (edges.TryGetValue(before, out var to) ? to : edges[before] = []).Add(after);
        }

        foreach (var ledger in run.Ledgers.Values)
        {
            for (var i = 1; i < ledger.Writers.Length; i++)
                Edge(ledger.Writers[i - 1], ledger.Writers[i]);
        }

        foreach (var (tid, seen) in run.Committed)
        {
            foreach (var read in seen.Items.Where(item => !item.IsWrite))
            {
                var writers = run.Ledgers[read.Grain].Writers;
                if (read.Version > writers.Length)
                {
                    yield return $"{tid} saw version {read.Version} of grain {read.Grain}, which is not there";
                    continue;
                }

                if (read.Version > 0)
                    Edge(writers[read.Version - 1], tid);

                if (writers.Skip(read.Version).FirstOrDefault(writer => writer != tid) is { } next)
                    Edge(tid, next);
            }
        }

        if (HasCycle(edges) is { } witness)
            yield return $"no serial order explains the run; {witness} is in a cycle";
    }

    private static string? HasCycle(Dictionary<string, HashSet<string>> edges)
    {
        // Kahn: what is left when nothing without a predecessor is left, is or follows a cycle.
        var incoming = edges.Values.SelectMany(to => to).CountBy(node => node).ToDictionary();
        var free = new Queue<string>(edges.Keys.Where(node => !incoming.ContainsKey(node)));
        var left = edges.Keys.Union(incoming.Keys).ToHashSet();
        while (free.TryDequeue(out var node))
        {
            left.Remove(node);
            foreach (var next in edges.GetValueOrDefault(node) ?? [])
            {
                if (--incoming[next] == 0)
                    free.Enqueue(next);
            }
        }

        return left.FirstOrDefault();
    }
}
