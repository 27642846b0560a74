namespace Marketplace.Audit.Checks;

/// <summary>dash.self: every dashboard was one snapshot.</summary>
internal sealed class DashSelf : Check, IRunCheck
{
    public override string Id => "dash.self";
    public override string Criterion => "Dashboard snapshot";
    public override CheckScope Scope => CheckScope.Service;
    public override string Statement =>
        "In every dashboard answered during the run, the aggregate is what the entries beside it sum up to.";
    public override bool NeedsExports => false;
    public override string Level => Findings.Violations == 0 ? "consistent" : "none";

    public void Examine(RunFacts run)
    {
        Findings.Examine(run.Dashboards);
        Findings.Violate(run.InconsistentDashboards, run.Driver.DashboardWitnesses);
    }
}
