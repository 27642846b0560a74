using System.Collections.Immutable;

namespace Marketplace.Audit;

/// <summary>The names of the checks, in the order in which they are reported.</summary>
public static class CheckNames
{
    /// <summary>All of them.</summary>
    public static ImmutableArray<string> All { get; } =
    [
        "load.counts", "atom.checkout", "atom.price", "atom.delete", "atom.delivery", "atom.no-residue", "stock.bounds", "stock.balance",
        "stock.reference", "cart.once", "payment.once", "customer.counts", "product.linear", "delivery.once", "delivery.rule", "order.gapless",
        "order.lines", "refusal.reason", "money.order", "money.payment", "money.seller", "dash.self", "dash.final", "dash.fresh",
        "placement", "log.complete", "iso.graph", "stock.isolated", "repl.genuine", "repl.used", "repl.object", "repl.across", "repl.ryw",
        "repl.lag", "repl.final", "event.once", "event.order", "abandon.exact", "lowstock.exact", "driver.self",
    ];
}
