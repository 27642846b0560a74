namespace Marketplace.Audit.Checks;

/// <summary>log.complete: the audit log is what the services finished, each once (spec §4).</summary>
internal sealed class LogComplete(RunFacts run) : Check, ICustomerCheck, IRunCheck
{
    public override string Id => "log.complete";
    public override string Criterion => "Audit logging";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "The audit log has exactly one record of every concluded or failed order, payment, concluded shipment and concluded order of a "
        + "seller, and the record equals what its service shows. It has no other record, and none of an aborted transaction.";

    public override string? Hidden => run.HasLog || run.Claims.IsLogAsked ? null : "the silo keeps no audit log";

    public void Examine(CustomerFacts customer)
    {
        if (!run.HasLog)
            return;
        var logged = customer.Logged.ToLookup(row => (row.Type, row.Key));
        foreach (var finished in customer.Finished)
        {
            Findings.Examine();
            var rows = logged[(finished.Type, finished.Key)].ToList();
            if (rows is [var only] && only == finished)
                continue;
            var problem = rows.Count switch
            {
                0 => "is not logged",
                1 => "is logged otherwise than its service shows it",
                _ => $"is logged {rows.Count} times",
            };
            Findings.Violate($"{finished.Tid}: {finished} {problem}");
        }

        var known = customer.Finished.Select(row => (row.Type, row.Key)).ToHashSet();
        foreach (var row in customer.Logged.Where(row => !known.Contains((row.Type, row.Key))))
        {
            Findings.Examine();
            var isAborted = customer.Checkouts.GetValueOrDefault(row.Tid)?.Operation is { Outcome: OutcomeClass.Aborted };
            Findings.Violate($"{row.Tid}: {row} is logged, and no service shows such a finished one{(isAborted ? "; it was aborted" : "")}");
        }
    }

    public void Examine(RunFacts facts)
    {
        if (facts is { Claims.IsLogAsked: true, HasLog: false })
            Findings.Violate("the silo was to keep an audit log, and shows none");
    }
}
