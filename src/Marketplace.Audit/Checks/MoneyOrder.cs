using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>money.order: the arithmetic of an order (contract §4, Order), exactly.</summary>
internal sealed class MoneyOrder : Check, ICustomerCheck
{
    public override string Id => "money.order";
    public override string Criterion => "Money";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "Each line of an order is price × quantity − incentive. The totals of the order are the sums of its lines, and items − "
        + "incentive + freight is the invoice, to the last digit.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var facts in customer.Orders.Values)
        {
            foreach (var export in facts.Exports)
            {
                Findings.Examine();
                var problems = new List<string>();
                foreach (var item in export.Items)
                    ExamineLine(item, problems);
                var order = export.Order;
                Compare("total items", order.TotalItems, export.Items.Sum(item => item.TotalItems));
                Compare("total incentive", order.TotalIncentive, export.Items.Sum(item => item.Voucher));
                Compare("total freight", order.TotalFreight, export.Items.Sum(item => item.FreightValue));
                Compare("total amount", order.TotalAmount, export.Items.Sum(item => item.TotalAmount));
                Compare("total invoice", order.TotalInvoice, order.TotalItems - order.TotalIncentive + order.TotalFreight);
                Findings.Violate($"{export.Tid}: {facts}", problems);

                void Compare(string what, decimal has, decimal must)
                {
                    if (has != must)
                        problems.Add($"{what} is {has}, must be {must}");
                }
            }
        }
    }

    private static void ExamineLine(OrderItem item, List<string> problems)
    {
        if (item.TotalItems != item.UnitPrice * item.Quantity)
            problems.Add($"line {item.OrderItemId}: {item.UnitPrice} × {item.Quantity} is not {item.TotalItems}");
        if (item.TotalAmount != item.TotalItems - item.Voucher)
            problems.Add($"line {item.OrderItemId}: {item.TotalItems} − {item.Voucher} is not {item.TotalAmount}");
        if (item.Voucher < 0 || item.Voucher > item.TotalItems)
            problems.Add($"line {item.OrderItemId}: incentive {item.Voucher} is not between 0 and {item.TotalItems}");
    }
}
