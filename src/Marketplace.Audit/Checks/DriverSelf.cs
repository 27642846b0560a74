using System.Collections.Immutable;

namespace Marketplace.Audit.Checks;

/// <summary>driver.self: the driver did what the scenario asked for, and lost nothing of it.</summary>
internal sealed class DriverSelf : Check, IRunCheck
{
    /// <summary>A transaction sent later than this after it was due was not the load that the scenario asks for.</summary>
    private const double SendLagP99MsMax = 1_000;

    /// <summary>A share of the mix this many standard deviations off happens by chance once in 1.7 million runs.</summary>
    private const double DeviationsMax = 5;

    private static readonly ImmutableArray<OperationKind> Mixed =
        [.. Enum.GetValues<OperationKind>().Where(kind => kind.IsOfMix())];

    private string? _note;

    public override string Id => "driver.self";
    public override string Criterion => "Driver";
    public override CheckScope Scope => CheckScope.Driver;

    public override string Statement =>
        "Every submitted transaction has one outcome and is in the history. The mix is that of the scenario, within chance (5 standard "
        + "deviations). Every customer is idle after the drain, or was put aside. 99 % of the transactions were sent within a second of "
        + "being due.";

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
        if (driver.SendLagP99Ms > SendLagP99MsMax)
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
            var (share, count) = (percent / 100, driver.Submitted.GetValueOrDefault(kind) + besides);
            var deviation = Math.Sqrt(total * share * (1 - share));
            if (Math.Abs(count - (total * share)) > (DeviationsMax * deviation) + 1)
                Findings.Violate($"{kind}: {count} of {total:0} transactions, the mix asks for {percent} %");
        }
    }
}
