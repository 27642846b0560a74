using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>atom.no-residue: at rest nothing is left in doubt.</summary>
internal sealed class NoResidue : Check, ICustomerCheck, IProductCheck
{
    private static readonly OrderStatus[] Passing =
        [OrderStatus.Created, OrderStatus.Processing, OrderStatus.Invoiced, OrderStatus.PaymentProcessed];

    public override string Id => "atom.no-residue";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "After the drain no piece of stock is reserved, no cart is being checked out, and no order waits for its payment or shipment.";

    public void Examine(CustomerFacts customer)
    {
        Findings.Examine();
        if (customer.Cart is { } cart && (cart.CheckoutInFlight || cart.Status == CartStatus.CheckoutSent))
            Findings.Violate($"the cart of customer {customer.Id}, session {cart.Session}, is still being checked out");
        foreach (var order in customer.Orders.Values)
        {
            if (order.Only?.Order.Status is { } status && Array.IndexOf(Passing, status) >= 0)
                Findings.Violate($"{order.Tid}: {order} is still {status}");
        }
    }

    public void Examine(ProductFacts product)
    {
        if (product.Stock is not { } stock)
            return;
        Findings.Examine();
        foreach (var open in stock.OpenReservations)
        {
            Findings.Violate($"{open.Tid}: {open.Quantity} pieces of {product.Key} are still reserved for customer "
                + $"{open.Reservation.CustomerId}, "
                + $"session {open.Reservation.Session}, attempt {open.Reservation.Attempt}");
        }
    }
}
