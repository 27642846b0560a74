using Marketplace.Contracts.Audit;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>The serialization graph of a history, made the plain way.</summary>
internal static class RecordedGraph
{
    /// <summary>What a serializable history has none of: versions without one writer, and transactions in cycles.</summary>
    public static List<string> Violations(IReadOnlyList<TransactionExport> history)
    {
        var violations = new List<string>();
        var writers = new Dictionary<(string Object, int Version), int>();
        foreach (var (i, name) in All(history, transaction => transaction.Writes))
        {
            if (!writers.TryAdd(Split(name), i))
                violations.Add($"{name} was written by {Name(history, i)} and {Name(history, writers[Split(name)])}");
        }

        var after = history.Select(_ => new HashSet<int>()).ToList();
        foreach (var (i, name) in All(history, transaction => transaction.Writes).Concat(All(history, transaction => transaction.Reads)))
        {
            var (thing, version) = Split(name);
            var isWriter = writers.TryGetValue((thing, version), out var writer) && writer == i;
            var seen = isWriter ? version - 1 : version;
            if (seen > 0 && !writers.TryGetValue((thing, seen), out writer))
                violations.Add($"{Name(history, i)} saw version {seen} of {thing}, which nobody wrote");
            else if (seen > 0)
                after[writer].Add(i);

            if (writers.TryGetValue((thing, version + 1), out var next))
                after[i].Add(next);
        }

        violations.AddRange(InCycles(after).Select(i => $"{Name(history, i)} is in or behind a cycle"));
        return violations;
    }

    private static IEnumerable<(int Index, string Name)> All(
        IReadOnlyList<TransactionExport> history, Func<TransactionExport, IEnumerable<string>?> accesses) =>
        history.SelectMany((transaction, i) => (accesses(transaction) ?? []).Select(name => (i, name)));

    private static (string Object, int Version) Split(string name) => (name[..name.IndexOf('@')], int.Parse(name[(name.IndexOf('@') + 1)..]));

    private static string Name(IReadOnlyList<TransactionExport> history, int i) => $"{history[i].Kind} {history[i].Tid} (#{i})";

    // What is left when nothing without a predecessor is left.
    private static IEnumerable<int> InCycles(List<HashSet<int>> after)
    {
        var before = new int[after.Count];
        for (var i = 0; i < after.Count; i++)
        {
            after[i].Remove(i);
            foreach (var next in after[i])
                before[next]++;
        }

        var free = new Queue<int>(Enumerable.Range(0, after.Count).Where(i => before[i] == 0));
        while (free.TryDequeue(out var i))
        {
            foreach (var next in after[i])
            {
                if (--before[next] == 0)
                    free.Enqueue(next);
            }
        }

        return Enumerable.Range(0, after.Count).Where(i => before[i] > 0);
    }
}
