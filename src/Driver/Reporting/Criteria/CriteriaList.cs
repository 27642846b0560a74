using System.Collections.Immutable;
using Marketplace.Audit;

namespace Marketplace.Driver.Reporting.Criteria;

/// <summary>The criteria of the table (spec §4), and the presets that it compares.</summary>
internal static class CriteriaList
{
    private const string Violated = "violated";

    /// <summary>The criteria, in the order of the table.</summary>
    public static ImmutableArray<Criterion> All { get; } =
    [
        new(
            "Atomicity",
            ["atom.checkout", "atom.price", "atom.delete", "atom.delivery", "atom.no-residue", "payment.once"],
            (_, checks) => IsClean(checks) ? "all-or-nothing" : "none"),
        new("Isolation", ["iso.graph"], (_, checks) => checks[0].Level == Violated ? "per-grain only" : checks[0].Level),
        new(
            "Replication",
            ["repl.genuine", "repl.used", "repl.object", "repl.across", "repl.ryw", "repl.lag", "repl.final"],
            (audit, _) => audit.Replication?.Level ?? "none"),
        new("S#1 Stock references products", ["stock.reference"], (_, checks) => checks[0].Level),
        Required("S#2 No duplicate checkout", "cart.once"),
        Required("S#3 No overselling", "stock.bounds"),
        Required("S#4 Statistics of customers", "customer.counts"),
        Required("S#5 Linear updates of products", "product.linear"),
        Required("S#6 Packages delivered once", "delivery.once"),
        Required("S#7 Isolated stock operations", "stock.isolated"),
        new("Event order", ["event.order"], (_, checks) => IsClean(checks) ? "causal" : "unordered"),
        new("Event delivery", ["event.once"], (_, checks) => checks[0].Level),
        new("Dashboard snapshot", ["dash.self", "dash.final", "dash.fresh"], (_, checks) => IsClean(checks) ? "consistent" : "none"),
        new("Placement", ["placement"], (_, checks) => checks[0].Level),
        new("Audit logging", ["log.complete"], (_, checks) => IsClean(checks) ? "complete" : "incomplete") { NotExamined = "off" },
        new("Cart abandonment", ["abandon.exact"], (_, checks) => checks[0].Level),
        new("Low-stock warning", ["lowstock.exact"], (_, checks) => checks[0].Level),
    ];

    /// <summary>The presets that keep a state.</summary>
    public static ImmutableArray<string> Presets { get; } =
        [.. Contracts.Settings.Presets.All.Where(preset => preset.Settings.Count > 0).Select(preset => preset.Name)];

    private static Criterion Required(string name, string check) => new(name, [check], (_, checks) => IsClean(checks) ? "holds" : Violated);

    private static bool IsClean(ImmutableArray<AuditCheck> checks) => checks.All(check => check.Violations == 0);
}
