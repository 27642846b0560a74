using Marketplace.Audit.Checks;

namespace Marketplace.Audit.Deliveries;

/// <summary>delivery.rule: an Update Delivery serves the first ten sellers in chronological order, the oldest open order of each.</summary>
internal sealed class DeliveryRule(AuditHistory history) : Check
{
    /// <summary>Sellers that an Update Delivery serves at most.</summary>
    public const int SellersMax = 10;

    private long _committed;
    private long _empty;
    private long _packages;
    private long _unjudged;

    public override string Id => "delivery.rule";
    public override string Criterion => "Update Delivery";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "An Update Delivery serves at most ten sellers, each once. It passes over no order that was open during the whole delivery: not "
        + "for a younger order, and not at all if it serves fewer than ten sellers.";

    public override string? Note => _committed == 0
        ? null
        : $"{_committed} deliveries, {(double)_packages / _committed:0.##} packages each, {_empty} empty"
            + (_unjudged == 0 ? "." : $"; the order of {_unjudged} was not judged: no time of the silo is known near them.");

    /// <summary>Looks at what an Update Delivery chose.</summary>
    public void Examine(string tid, IReadOnlyCollection<DeliveredRow> rows)
    {
        Findings.Examine();
        var problems = new List<string>();
        if (rows.Select(row => row.SellerId).Distinct().Count() is > SellersMax and var sellers)
            problems.Add($"served {sellers} sellers");
        foreach (var seller in rows.GroupBy(row => row.SellerId).Where(seller => seller.Count() > 1))
            problems.Add($"served seller {seller.Key} {seller.Count()} times");
        Findings.Violate(tid, problems);
    }

    /// <summary>Counts a committed Update Delivery.</summary>
    /// <param name="isJudged">False if the time it happened is not known well enough to judge whom it passed over.</param>
    public void Count(long packages, bool isJudged)
    {
        _committed++;
        _packages += packages;
        _empty += packages == 0 ? 1 : 0;
        _unjudged += isJudged ? 0 : 1;
    }

    /// <summary>Looks at whom Update Deliveries passed over.</summary>
    /// <param name="open">The open orders, from the begin of time.</param>
    public void Examine(IEnumerable<DeliverySpan> spans, OpenOrders open)
    {
        var chosen = new Dictionary<int, ShipmentAge>(SellersMax);
        foreach (var span in spans)
        {
            open.MoveTo(span.From);
            chosen.Clear();
            var newest = default(ShipmentAge);
            for (var i = 0; i < span.Count; i++)
            {
                var order = span.Chosen[i];
                chosen[order.SellerId] = order.Age;
                newest = order.Age.CompareTo(newest) > 0 ? order.Age : newest;
            }

            var limit = span.Count < SellersMax ? ShipmentAge.Youngest : newest;
            if (open.FindSkipped(span.Until, chosen, limit) is { } skipped)
            {
                Findings.Violate($"{RunNames.Tid(history.Run, span.Number)}: served {span.Count} sellers, and passed over order "
                    + $"{skipped.CustomerId}|{skipped.OrderId} of seller {skipped.SellerId}, requested "
                    + $"{new DateTime(skipped.Age.RequestDate, DateTimeKind.Utc):O} and open throughout");
            }
        }
    }
}
