using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>delivery.once: concurrent Update Deliveries never touch the same package (S#6).</summary>
internal sealed class DeliveryOnce : Check, ICustomerCheck
{
    public override string Id => "delivery.once";
    public override string Criterion => "S#6";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "No package is delivered by two Update Deliveries or notified twice, and no shipment is concluded twice.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var order in customer.Orders.Values.Where(order => !order.IsPrePopulated))
        {
            Findings.Examine(order.Shipments.Sum(shipment => shipment.Packages.Length));
            var problems = new List<string>();
            foreach (var seller in order.Deliveries.GroupBy(row => row.SellerId).Where(rows => rows.Count() > 1))
                problems.Add($"seller {seller.Key} is delivered {seller.Count()} times");
            foreach (var entry in order.Entries)
            {
                var packages = order.Shipments.Sum(s => s.Packages.Count(package => package.SellerId == entry.Details.SellerId));
                if (entry.DeliveryNotifications > packages)
                {
                    problems.Add($"seller {entry.Details.SellerId} heard of {entry.DeliveryNotifications} deliveries of "
                        + $"{packages} packages");
                }

                if (entry.ConclusionNotifications > 1)
                {
                    problems.Add($"seller {entry.Details.SellerId} heard {entry.ConclusionNotifications} times that the shipment "
                        + "is concluded");
                }
            }

            var concluded = order.Exports.Sum(export => export.History.Count(step => step.Status == OrderStatus.Delivered));
            if (concluded > 1)
                problems.Add($"Order heard {concluded} times that the shipment is concluded");
            Findings.Violate($"{order.Tid}: {order}", problems);
        }
    }
}
