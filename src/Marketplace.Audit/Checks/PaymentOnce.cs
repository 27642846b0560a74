using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;

namespace Marketplace.Audit.Checks;

/// <summary>payment.once: the payment provider took the money of the paid orders, once, and of no others.</summary>
internal sealed class PaymentOnce : Check, ICustomerCheck
{
    public override string Id => "payment.once";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "The charges in the payment provider's ledger, without the voided ones, are exactly the paid orders: each order is charged "
        + "once, with its invoice.";

    public void Examine(CustomerFacts customer)
    {
        var charges = Charges(customer);
        foreach (var order in customer.Orders.Values.Where(order => !order.IsPrePopulated))
        {
            if (order.Exports is not [var export, ..])
                continue;
            Findings.Examine();
            charges.Remove(export.Reservation, out var of);
            var amounts = of is null ? "nothing" : string.Join(" and ", of.Select(charge => charge.Amount));
            if (order.IsPaid ? of is not [{ } only] || only.Amount != export.Order.TotalInvoice : of is not null)
            {
                var paid = order.IsPaid ? $"paid with {export.Order.TotalInvoice}" : "not paid";
                Findings.Violate($"{export.Tid}: {order} is {paid}, charged was {amounts}");
            }
        }

        foreach (var (key, of) in charges)
        {
            Findings.Examine();
            Findings.Violate($"customer {customer.Id}, session {key.Session}, attempt {key.Attempt}: charged "
                + $"{string.Join(" and ", of.Select(charge => charge.Amount))} for no order");
        }
    }

    // A void takes one charge of its key and amount back; one that finds none is as wrong as a charge without an order.
    private Dictionary<ReservationId, List<ChargeExport>> Charges(CustomerFacts customer)
    {
        var charges = new Dictionary<ReservationId, List<ChargeExport>>();
        foreach (var charge in customer.Charges.Where(charge => charge.Accepted).OrderBy(charge => charge.Voided))
        {
            if (!charges.TryGetValue(charge.Key, out var of))
                charges.Add(charge.Key, of = []);
            if (!charge.Voided)
            {
                of.Add(charge);
            }
            else if (of.FindIndex(other => other.Amount == charge.Amount) is >= 0 and var index)
            {
                of.RemoveAt(index);
            }
            else
            {
                Findings.Violate($"customer {customer.Id}, session {charge.Key.Session}, attempt {charge.Key.Attempt}: "
                    + $"{charge.Amount} was given back that had not been charged");
            }
        }

        foreach (var key in charges.Where(charge => charge.Value.Count == 0).Select(charge => charge.Key).ToList())
            charges.Remove(key);
        return charges;
    }
}
