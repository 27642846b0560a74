using System.Collections.Immutable;

namespace Marketplace.Audit.Checks;

/// <summary>driver.self: the driver did what the scenario asked for, and lost nothing of it.</summary>
internal sealed class DriverSelf : Check, IRunCheck
{
    /// <summary>A transaction sent later than this after it was due was not the load that the scenario asks for.</summary>
    private const double SendLagP99MsMax = 1_000;

    /// <summary>
    /// So many late ones are one moment in which the machine did something else. In a run that was short they are more than 1 %, and
    /// say nothing of the load.
    /// </summary>
    private const long SentLateMax = 10;

    /// <summary>A count of the mix so far off, or further, happens by chance at most once in so many runs.</summary>
    private const double RunsOfChance = 1e6;

    private static readonly ImmutableArray<OperationKind> Mixed =
        [.. Enum.GetValues<OperationKind>().Where(kind => kind.IsOfMix())];

    private string? _note;

    public override string Id => "driver.self";
    public override string Criterion => "Driver";
    public override CheckScope Scope => CheckScope.Driver;

    public override string Statement =>
        "Every submitted transaction has one outcome and is in the history. The mix is that of the scenario, within chance (one of a "
        + "million runs is further off). Every customer is idle after the drain, or was put aside. 99 % of the transactions were sent "
        + "within a second of being due, or all but ten.";

    public override bool NeedsExports => false;
    public override string? Note => _note;

    public void Examine(RunFacts run)
    {
        ExamineOutcomes(run);
        ExamineMix(run);
        var driver = run.Driver;
        if (driver.AbandonedSessions != run.AbandonedSessions)
            Findings.Violate($"{driver.AbandonedSessions} sessions were abandoned, the history has {run.AbandonedSessions}");

        // A customer whose session could not be sealed is put aside: there is one failed seal for each.
        var aside = run.Operations
            .Where(count => count.Key.Kind == OperationKind.Seal && count.Key.Outcome != OutcomeClass.Committed)
            .Sum(count => count.Value);
        if (driver.IdleCustomers + aside != driver.Customers)
            Findings.Violate($"{driver.IdleCustomers} of {driver.Customers} customers are idle after the drain, {aside} were put aside");
        if (driver.SendLagP99Ms > SendLagP99MsMax && !(driver.SentLate <= SentLateMax))
            Findings.Violate($"1 % of the transactions were sent {driver.SendLagP99Ms:0} ms or more after they were due");
        _note = Tell(aside, driver.Unsent);
    }

    private static string? Tell(long aside, long unsent) => (aside, unsent) switch
    {
        (0, 0) => null,
        (_, 0) => $"{aside} customers were put aside: their sessions could not be sealed.",
        (0, _) => $"{unsent} planned transactions were never sent: the target or the driver could not keep up.",
        _ => $"{Tell(aside, 0)} {Tell(0, unsent)}",
    };

    private void ExamineOutcomes(RunFacts run)
    {
        foreach (var kind in Mixed)
        {
            var submitted = run.Driver.Submitted.GetValueOrDefault(kind);
            var outcomes = run.Driver.Outcomes.GetValueOrDefault(kind, ImmutableDictionary<OutcomeClass, long>.Empty);
            Findings.Examine(submitted);
            if (outcomes.Values.Sum() is var sum && sum != submitted)
                Findings.Violate($"{kind}: {submitted} submitted, {sum} outcomes");
            foreach (var outcome in Enum.GetValues<OutcomeClass>())
            {
                var recorded = run.Operations.GetValueOrDefault((kind, outcome));
                if (outcomes.GetValueOrDefault(outcome) is var counted && counted != recorded)
                    Findings.Violate($"{kind}: {counted} were {outcome.Name()}, the history has {recorded}");
            }
        }
    }

    private void ExamineMix(RunFacts run)
    {
        var driver = run.Driver;
        var submitted = driver.Submitted.Where(kind => kind.Key != OperationKind.Seal).Sum(kind => kind.Value);
        var total = (double)(submitted + driver.AbandonedSessions);
        foreach (var kind in Mixed)
        {
            var percent = run.Mix.GetValueOrDefault(kind);
            var besides = kind == OperationKind.Checkout ? driver.AbandonedSessions : 0;
            var count = driver.Submitted.GetValueOrDefault(kind) + besides;
            if (IsNoChance(count, total, percent / 100))
                Findings.Violate($"{kind}: {count} of {total:0} transactions, the mix asks for {percent} %");
        }
    }

    // Chernoff's bound of both tails. It holds for small counts too, whose distribution is no normal one: of three transactions two may well
    // be of a kind that is one in a hundred.
    private static bool IsNoChance(double count, double total, double share)
    {
        var surprise = Term(count, total * share) + Term(total - count, total * (1 - share));
        return surprise > Math.Log(2 * RunsOfChance);

        static double Term(double found, double expected) => found > 0 ? found * Math.Log(found / expected) : 0;
    }
}
