using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>money.seller: what the sellers were told of an order is the order's money.</summary>
internal sealed class MoneySeller : Check, ICustomerCheck
{
    public override string Id => "money.seller";
    public override string Criterion => "Money";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "Each seller's entry is correct in itself. All sellers' entries of an order sum up to the order's items, incentive, amount, "
        + "freight and invoice.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var facts in customer.Orders.Values.Where(order => !order.IsPrePopulated))
        {
            if (facts.Only is not { Order: var order })
                continue;
            Findings.Examine();
            var problems = new List<string>();
            var entries = facts.Entries.SelectMany(entry => entry.Entries).ToList();
            foreach (var entry in entries)
                ExamineEntry(entry, problems);
            Compare("items", entries.Sum(entry => entry.TotalItems), order.TotalItems);
            Compare("incentive", entries.Sum(entry => entry.TotalIncentive), order.TotalIncentive);
            Compare("amount", entries.Sum(entry => entry.TotalAmount), order.TotalAmount);
            Compare("freight", entries.Sum(entry => entry.FreightValue), order.TotalFreight);
            Compare("invoice", entries.Sum(entry => entry.TotalInvoice), order.TotalInvoice);
            Findings.Violate($"{facts.Tid}: {facts}", problems);

            void Compare(string what, decimal sum, decimal must)
            {
                if (sum != must)
                    problems.Add($"{what} of the sellers is {sum}, of the order {must}");
            }
        }
    }

    private static void ExamineEntry(OrderEntry entry, List<string> problems)
    {
        if (entry.TotalItems != entry.UnitPrice * entry.Quantity
            || entry.TotalAmount != entry.TotalItems - entry.TotalIncentive
            || entry.TotalInvoice != entry.TotalAmount + entry.FreightValue)
        {
            problems.Add($"entry {entry.SellerId}/{entry.ProductId}: {entry.UnitPrice} × {entry.Quantity} = {entry.TotalItems}, "
                + $"− {entry.TotalIncentive} = {entry.TotalAmount}, + {entry.FreightValue} = {entry.TotalInvoice}");
        }
    }
}
