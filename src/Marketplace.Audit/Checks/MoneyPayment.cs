using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>money.payment: a payment is its order's money (contract §4, Payment).</summary>
internal sealed class MoneyPayment : Check, ICustomerCheck
{
    public override string Id => "money.payment";
    public override string Criterion => "Money";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "The main line of a payment is the invoice of its order. Its voucher lines are the incentives of the order's items, one line "
        + "for each.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var facts in customer.Orders.Values)
        {
            if (facts.Only is not { } order)
                continue;
            foreach (var payment in facts.Payments)
            {
                Findings.Examine();
                var problems = new List<string>();
                var main = payment.Lines.Where(line => line.Type != PaymentType.Voucher).ToList();
                if (main is not [{ PaymentSequential: 1 } only] || only.Value != order.Order.TotalInvoice)
                    problems.Add($"main line {string.Join(" and ", main.Select(line => line.Value))}, invoice {order.Order.TotalInvoice}");
                var vouchers = payment.Lines.Where(line => line.Type == PaymentType.Voucher).Select(line => line.Value).ToList();
                var incentives = order.Items.Select(item => item.Voucher).Where(voucher => voucher > 0).ToList();
                if (!vouchers.Order().SequenceEqual(incentives.Order()) || vouchers.Sum() != order.Order.TotalIncentive)
                    problems.Add($"voucher lines [{string.Join(", ", vouchers)}], incentives [{string.Join(", ", incentives)}]");
                Findings.Violate($"{payment.Tid}: payment of {facts}", problems);
            }
        }
    }
}
