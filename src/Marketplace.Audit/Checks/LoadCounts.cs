using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>load.counts: the target holds the data set.</summary>
internal sealed class LoadCounts : Check, IRunCheck, ICustomerCheck
{
    public override string Id => "load.counts";
    public override string Criterion => "Ingestion";
    public override CheckScope Scope => CheckScope.Driver;

    public override string Statement =>
        "The target holds exactly the customers, sellers, products, stock items and pre-populated orders of the data set. Each "
        + "pre-populated order is delivered, and has its payment and its concluded shipment.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var order in customer.Orders.Values.Where(order => order.IsPrePopulated))
        {
            Findings.Examine();
            var problems = new List<string>();
            if (order.Exports is not [{ Order.Status: OrderStatus.Delivered }])
            {
                problems.Add($"Order has it {order.Exports.Count} times, status "
                    + $"{string.Join(", ", order.Exports.Select(e => e.Order.Status))}");
            }

            if (order.Payments.Count != 1 || !order.IsPaid)
                problems.Add($"{order.Payments.Count} payments{(order.IsPaid ? "" : ", not paid")}");
            if (order.Shipments is not [{ Shipment.Status: ShipmentStatus.Concluded }])
            {
                problems.Add($"{order.Shipments.Count} shipments, status "
                    + $"{string.Join(", ", order.Shipments.Select(s => s.Shipment.Status))}");
            }

            Findings.Violate($"pre-populated {order}", problems);
        }
    }

    public void Examine(RunFacts run)
    {
        Compare("customers", run.Customers, run.Loaded.Customers);
        Compare("sellers", run.Sellers, run.Loaded.Sellers);
        Compare("products", run.Products, run.Loaded.Products);
        Compare("stock items", run.Stock, run.Loaded.Stock);
        Compare("pre-populated orders", run.Orders, run.Loaded.Orders);

        void Compare(string what, long has, long must)
        {
            Findings.Examine(has);
            if (has != must)
                Findings.Violate($"{has} {what}, the data set has {must}");
        }
    }
}
