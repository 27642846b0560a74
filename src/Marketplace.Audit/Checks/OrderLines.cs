namespace Marketplace.Audit.Checks;

/// <summary>order.lines: every line of an order is an item, an entry of its seller and, once paid, a package.</summary>
internal sealed class OrderLines : Check, ICustomerCheck, ISellerCheck
{
    public override string Id => "order.lines";
    public override string Criterion => "Order";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "An order counts as many items as it has. Its sellers were issued as many entries and, if it is paid, its shipment as many "
        + "packages. A seller counts as many entries as it shows.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var order in customer.Orders.Values)
        {
            if (order.Only is not { } export)
                continue;
            Findings.Examine();
            var items = export.Items.Length;
            var problems = new List<string>();
            if (export.Order.CountItems != items)
                problems.Add($"counts {export.Order.CountItems} items");
            if (!export.Items.Select(item => item.OrderItemId).Order().SequenceEqual(Enumerable.Range(1, items)))
                problems.Add($"its lines are {string.Join(", ", export.Items.Select(item => item.OrderItemId))}");

            // Pre-populated orders are history: the sellers were never told of them.
            if (!order.IsPrePopulated && order.Entries.Sum(entry => entry.Entries.Length) is var entries && entries != items)
                problems.Add($"its sellers have {entries} entries");
            if (order.IsPaid && order.Shipments.Sum(shipment => shipment.Packages.Length) is var packages && packages != items)
                problems.Add($"it has {packages} packages");
            foreach (var shipment in order.Shipments.Where(shipment => shipment.Shipment.PackageCount != shipment.Packages.Length))
                problems.Add($"its shipment counts {shipment.Shipment.PackageCount} packages, and has {shipment.Packages.Length}");
            Findings.Violate($"{export.Tid}: {order} of {items} items", problems);
        }
    }

    public void Examine(SellerFacts seller)
    {
        Findings.Examine();
        if ((seller.Seller?.EntriesIssued ?? 0) != seller.EntriesExported)
        {
            Findings.Violate($"seller {seller.Id} counts {seller.Seller?.EntriesIssued ?? 0} entries ever issued, "
                + $"and shows {seller.EntriesExported}");
        }
    }
}
