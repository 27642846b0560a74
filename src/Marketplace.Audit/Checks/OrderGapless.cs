using System.Globalization;

namespace Marketplace.Audit.Checks;

/// <summary>order.gapless: the order counter of a customer counts its orders, and names each once.</summary>
internal sealed class OrderGapless : Check, ICustomerCheck
{
    public override string Id => "order.gapless";
    public override string Criterion => "Order";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "The order ids of a customer are 1…n without a gap, and the customer's counter is n. An invoice number is "
        + "{customer}-{yyyyMMdd}-{order}, so it is unique.";

    public void Examine(CustomerFacts customer)
    {
        var orders = customer.Orders.Values.SelectMany(order => order.Exports).Select(export => export.Order);
        var exports = orders.OrderBy(order => order.Id).ToList();
        var counter = customer.Counter?.OrderCount ?? 0;
        if (exports.Count == 0 && counter == 0)
            return;
        Findings.Examine(exports.Count);
        var problems = new List<string>();
        if (counter != exports.Count)
            problems.Add($"the counter is {counter}, but there are {exports.Count} orders");
        for (var i = 0; i < exports.Count; i++)
        {
            if (exports[i].Id != i + 1)
            {
                problems.Add($"order {exports[i].Id} stands where order {i + 1} should");
                break;
            }
        }

        foreach (var order in exports)
        {
            var number = string.Create(CultureInfo.InvariantCulture, $"{order.CustomerId}-{order.PurchaseDate:yyyyMMdd}-{order.Id}");
            if (order.InvoiceNumber != number)
                problems.Add($"order {order.Id} has invoice number {order.InvoiceNumber}, not {number}");
        }

        Findings.Violate($"customer {customer.Id}", problems);
    }
}
