using Marketplace.Audit.Dashboards;

namespace Marketplace.Audit.Checks;

/// <summary>dash.fresh: a dashboard shows what was there while it was asked for, by the clock of the driver.</summary>
internal sealed class DashFresh : Check
{
    public override string Id => "dash.fresh";
    public override string Criterion => "Dashboard snapshot";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "A dashboard shows every order that was acknowledged before the dashboard was sent, unless it was being delivered before the "
        + "answer. It shows no order that was sent after the answer, or that was acknowledged as delivered before the dashboard was "
        + "sent.";

    public override string Level => Findings.Violations == 0 ? "fresh" : "stale";

    /// <summary>Looks at a dashboard.</summary>
    /// <param name="least">The least entries that it must show.</param>
    /// <param name="most">The most that it may.</param>
    public void Examine(in FreshRow row, long least, long most, AuditHistory history)
    {
        Findings.Examine();
        if (row.Entries < least || row.Entries > most)
        {
            Findings.Violate($"{RunNames.Tid(history.Run, row.Number)}: the dashboard of seller {row.SellerId} showed {row.Entries} entries, but "
                + $"there were {least} to {most}");
        }
    }
}
