using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>atom.delivery: all services know a delivered package as delivered, and an Update Delivery did what it answered.</summary>
internal sealed class AtomDelivery : Check, ICustomerCheck
{
    public override string Id => "atom.delivery";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "Shipment, Order and every seller of an order agree on which packages are delivered and whether the shipment is concluded. A "
        + "committed Update Delivery delivered what it answered, and an aborted one delivered nothing.";

    public override string Level => Findings.Violations == 0 ? "all-or-nothing" : "none";

    public void Examine(CustomerFacts customer)
    {
        foreach (var order in customer.Orders.Values.Where(order => !order.IsPrePopulated && order.Shipments.Count > 0))
        {
            Findings.Examine();
            var problems = new List<string>();
            var packages = order.Shipments.SelectMany(shipment => shipment.Packages).ToList();
            var delivered = packages.Count(package => package.Status == PackageStatus.Delivered);
            ExamineStatuses(order, delivered, packages.Count, problems);
            foreach (var seller in packages.GroupBy(package => package.SellerId))
                ExamineSeller(order, seller.Key, [.. seller], concluded: delivered == packages.Count, problems);
            foreach (var row in order.Deliveries.Where(row => packages.All(package => package.SellerId != row.SellerId)))
                problems.Add($"an Update Delivery delivered seller {row.SellerId}, which has no package in it");
            Findings.Violate($"{order.Tid}: {order}", problems);
        }
    }

    /// <summary>Looks at an Update Delivery of the driver.</summary>
    /// <param name="sent">What the driver saw; null if its history does not know it.</param>
    public void Examine(string tid, DeliveryRow? sent, IReadOnlyCollection<DeliveredRow> rows)
    {
        Findings.Examine();
        var (sellers, packages) = (rows.Select(row => row.SellerId).Distinct().Count(), rows.Sum(row => row.Packages));
        if (sent is not { } delivery)
        {
            Findings.Violate($"{tid} delivered {packages} packages, but was never sent");
        }
        else if (delivery.Outcome == OutcomeClass.Committed && (delivery.Sellers, delivery.Packages) != (sellers, packages))
        {
            Findings.Violate($"{tid} answered {delivery.Packages} packages of {delivery.Sellers} sellers, recorded are "
                + $"{packages} of {sellers}");
        }
        else if (delivery.Outcome != OutcomeClass.Committed && !delivery.Outcome.IsUnknown() && rows.Count > 0)
        {
            Findings.Violate($"{tid} ({delivery.Outcome.Name()}) delivered {packages} packages");
        }
    }

    private static void ExamineStatuses(OrderFacts order, int delivered, int packages, List<string> problems)
    {
        var (shipment, status) = delivered == 0 ? (ShipmentStatus.Approved, OrderStatus.ReadyForShipment)
            : delivered < packages ? (ShipmentStatus.DeliveryInProgress, OrderStatus.InTransit)
            : (ShipmentStatus.Concluded, OrderStatus.Delivered);
        foreach (var wrong in order.Shipments.Where(export => export.Shipment.Status != shipment))
            problems.Add($"{delivered} of {packages} packages are delivered, the shipment is {wrong.Shipment.Status}");
        foreach (var wrong in order.Exports.Where(export => export.Order.Status != status))
            problems.Add($"{delivered} of {packages} packages are delivered, the order is {wrong.Order.Status}");
    }

    private static void ExamineSeller(OrderFacts order, int seller, List<Package> packages, bool concluded, List<string> problems)
    {
        var delivered = packages.Count(package => package.Status == PackageStatus.Delivered);
        if (delivered > 0 && delivered < packages.Count)
            problems.Add($"{delivered} of the {packages.Count} packages of seller {seller} are delivered");
        var recorded = order.Deliveries.Where(row => row.SellerId == seller).ToList();
        if (recorded.Count == 0 ? delivered > 0 : recorded[0].Packages != delivered)
            problems.Add($"{delivered} packages of seller {seller} are delivered, recorded are {recorded.Sum(row => row.Packages)}");

        // A seller without entries of an order is a matter of atom.checkout.
        foreach (var entry in order.Entries.Where(entry => entry.Details.SellerId == seller))
        {
            if (entry.DeliveryNotifications < delivered)
                problems.Add($"seller {seller} heard of {entry.DeliveryNotifications} deliveries of {delivered}");
            if (entry.ConclusionNotifications < (concluded ? 1 : 0))
                problems.Add($"seller {seller} did not hear that the shipment is concluded");
            if (entry.Open == concluded)
            {
                problems.Add($"the shipment is {(concluded ? "" : "not ")}concluded, but {order} is "
                    + $"{(entry.Open ? "open" : "closed")} at seller {seller}");
            }

            if (entry.Entries.Count(line => line.DeliveryStatus == PackageStatus.Delivered) != delivered)
                problems.Add($"seller {seller} shows other packages as delivered than Shipment");
        }
    }
}
