using Marketplace.Audit.Graph;

namespace Marketplace.Audit.Checks;

/// <summary>stock.isolated: the operations of one event on all its stock items are isolated from those of others (S#7).</summary>
internal sealed class StockIsolated : Check
{
    public override string Id => "stock.isolated";
    public override string Criterion => "S#7";
    public override CheckScope Scope => CheckScope.Isolation;

    public override string Statement =>
        "The graph over Stock has no cycle, with the operations of an event (reserve, confirm or cancel, product deleted) on all its "
        + "stock items as one unit.";

    public override string? Note => "Examined are events.";

    /// <summary>The graph is built.</summary>
    /// <param name="components">Its components; two nodes a transaction.</param>
    public void Conclude(Components components, long events, RecordedHistory recorded, Witnesses witnesses)
    {
        Findings.Examine(events);
        Findings.Violate(components.Cyclic.Sum(static cycle => (long)cycle.Count), witnesses.Of(components, nodesEach: 2));
    }
}
