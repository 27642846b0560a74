using System.Collections;
using Marketplace.Audit.Checks;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Exports;

namespace Marketplace.Audit.Graph;

/// <summary>
/// Builds the serialization graph of a run from what the silo recorded (Adya, 1999: ww, wr and rw edges), and looks for cycles in it. Nothing is
/// inferred: the versions read and made are recorded. Time is linear but for sorting; memory is four bytes an edge and some sixty a transaction.
/// </summary>
internal sealed class GraphAudit(AuditHistory history, RunFacts run, IsoGraph graph, StockIsolated stock)
{
    /// <summary>Looks at the whole.</summary>
    public async Task Run(IFactSource facts, CancellationToken cancellationToken)
    {
        using var recorded = new RecordedHistory(history);
        if (!await facts.Exists(Export.History, cancellationToken))
        {
            Hide(run.NotRecorded = "Recording is off");
            return;
        }

        using var stored = new StoredVersions(recorded, graph);
        graph.ShowsStored = await stored.LoadBefore(facts, cancellationToken);
        await recorded.Load(facts, cancellationToken);
        var completeness = new Completeness(recorded, history);
        if (recorded.IsWithoutAccesses)
        {
            Hide("Recording is outcomes, which shows no accesses");
        }
        else if (recorded.Count == 0)
        {
            Hide("nothing was recorded");
            completeness.Examine();
            if (completeness.Hole is { } hole)
                Miss(hole);
        }
        else
        {
            if (graph.ShowsStored)
                await stored.LoadAfter(facts, cancellationToken);
            Examine(recorded, stored, cancellationToken);
            completeness.Examine();
            graph.Findings.Violate(completeness.Violations, completeness.Witnesses);
            if (completeness.Hole is { } hole)
                Miss(hole);
            else if (graph.Hole is { } versions)
                Miss(versions);
        }
    }

    private void Hide(string reason)
    {
        graph.Hide(reason);
        stock.Hide(reason);
    }

    private void Miss(string hole)
    {
        graph.Miss(hole);
        stock.Miss(hole);
    }

    private void Examine(RecordedHistory recorded, StoredVersions stored, CancellationToken cancellationToken)
    {
        var seen = recorded.Unknown > 0 ? SeenByKnown(recorded, cancellationToken) : null;
        bool Counts(int transaction) =>
            !recorded.IsRolledBack(transaction) && (seen is null || seen[transaction] || !recorded.IsUnknown(transaction));
        VersionWalk Walk(IEnumerable<AccessRow> rows, Action<AccessRow, AccessRow, EdgeKind> edge) =>
            new(rows, Counts, recorded.IsUnknown) { AreInTurn = !recorded.IsOfCluster, Edge = edge };

        var killed = new KilledStarts(recorded, history, (first, last, at) => graph.Missing(first, last, at, recorded));
        ExamineVersions(recorded, killed, Counts, cancellationToken);
        if (graph.ShowsStored)
            stored.Examine(Counts, killed, cancellationToken);
        graph.Restarts = (recorded.EndedStarts, killed.Explained);
        var time = new RealTime(recorded, history);
        var whole = new Digraph(recorded.Count + time.Moments, tell =>
        {
            Walk(recorded.Sorted(), (from, to, _) => tell(from.Transaction, to.Transaction)).Run(cancellationToken);
            time.Tell(tell);
        });
        var witnesses = new Witnesses(recorded, edge => Walk(recorded.Sorted(), edge).Run(cancellationToken));
        graph.Conclude(Components.Of(whole, recorded.Count), Components.Of(whole, whole.Nodes), recorded, time, witnesses);

        var ofStock = new Digraph(2 * recorded.Count, tell => Walk(
            recorded.Sorted().Where(static row => row.Service == ObjectName.Stock),
            (from, to, _) => tell(Unit(from), Unit(to))).Run(cancellationToken));
        var units = new BitArray(2 * recorded.Count);
        foreach (var row in recorded.Sorted())
        {
            if (row.Service == ObjectName.Stock && Counts(row.Transaction))
                units[Unit(row)] = true;
        }

        stock.Conclude(Components.Of(ofStock, ofStock.Nodes), units.Cast<bool>().LongCount(static isUnit => isUnit), recorded, witnesses);
    }

    // Of those whose outcome is not known: what one that is known has read or built on took effect, and so did what that one had.
    // Some that only others like them have seen were lost with the silo, all together.
    private bool[] SeenByKnown(RecordedHistory recorded, CancellationToken cancellationToken)
    {
        // A saga is stored step by step: some of them are seen, others lost.
        if (recorded.IsOfCluster && run.Claims.Guarantee != Guarantee.InTheEnd)
            return new ClusterOutcomes(recorded).Find(cancellationToken);
        var seen = new bool[recorded.Count];
        var lost = recorded.EndedStarts > 0 && run.Claims.Guarantee == Guarantee.AllServices
            ? new LostTransactions(recorded, cancellationToken)
            : null;
        var waiting = new Stack<int>();
        var seenBy = new Dictionary<int, List<int>>();
        new VersionWalk(recorded.Sorted(), static _ => true, recorded.IsUnknown)
        {
            AreInTurn = !recorded.IsOfCluster,
            Seen = (made, by) =>
            {
                if (lost is not null && lost.IsBySomebodyElse(made, by))
                    return;
                if (!recorded.IsUnknown(by.Transaction))
                    waiting.Push(made.Transaction);
                else if (seenBy.TryGetValue(by.Transaction, out var others))
                    others.Add(made.Transaction);
                else
                    seenBy[by.Transaction] = [made.Transaction];
            },
        }.Run(cancellationToken);
        while (waiting.TryPop(out var next))
        {
            if (seen[next])
                continue;
            seen[next] = true;
            foreach (var earlier in seenBy.GetValueOrDefault(next) ?? [])
                waiting.Push(earlier);
        }

        return seen;
    }

    private void ExamineVersions(RecordedHistory recorded, KilledStarts killed, Func<int, bool> counts, CancellationToken cancellationToken)
    {
        foreach (var malformed in recorded.Malformed)
            graph.Findings.Violate(malformed);
        graph.Findings.Violate(recorded.Changed, recorded.ChangedReads);
        var edges = new long[3];
        var walk = new VersionWalk(recorded.Sorted(), counts, recorded.IsUnknown)
        {
            AreInTurn = !recorded.IsOfCluster,
            Lost = (lost, _) => graph.Findings.Violate(
                $"{ObjectName.Of(lost.Service, lost.Key)}@{lost.Version} of {recorded.NameOf(lost.Transaction)}, which took effect, was lost: "
                + "a silo that started later found an earlier version"),
            Edge = (from, to, kind) => edges[(int)kind] += from.Transaction == to.Transaction ? 0 : 1,
            Made = made => killed.Make(made),
            Missing = (first, last, at) => killed.Miss(first, last, at),
            Twice = (one, other) => graph.Findings.Violate(
                $"{ObjectName.Of(one.Service, one.Key)}@{one.Version} was made by {recorded.NameOf(one.Transaction)} and by "
                + recorded.NameOf(other.Transaction)),
        };
        walk.Run(cancellationToken);
        killed.End();
        graph.Edges = (edges[0], edges[1], edges[2], walk.Objects);
        for (var i = 0; i < recorded.Count; i++)
            graph.Findings.Examine(counts(i) ? 1 : 0);
    }

    private static int Unit(in AccessRow row) => (2 * row.Transaction) + row.Unit;
}
