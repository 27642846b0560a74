namespace Marketplace.Audit.Checks;

/// <summary>atom.checkout: a checkout happened in all services, or in none.</summary>
/// <param name="run">Tells whether other runs updated the products too.</param>
internal sealed class AtomCheckout(AuditHistory history, RunFacts run) : Check, ICustomerCheck, IProductCheck
{
    public override string Id => "atom.checkout";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "A committed checkout left exactly one order of what was sent, with its payment, shipment, packages and sellers' entries, and a "
        + "sealed cart. A checkout whose payment failed left one failed order and no shipment. A rejected or aborted checkout left "
        + "nothing. A checkout with unknown outcome is either fully visible or not at all. No item was reconciled to a price that its "
        + "product never had.";

    public override string Level => Findings.Violations == 0 ? "all-or-nothing" : "none";

    /// <summary>Checkouts of unknown outcome that the final state shows to have taken effect.</summary>
    public long UnknownsCommitted { get; private set; }

    /// <summary>Checkouts of unknown outcome.</summary>
    public long Unknowns { get; private set; }

    public override string? Note => Unknowns == 0
        ? null
        : $"{Unknowns} checkouts got no answer; the final state shows that {UnknownsCommitted} of them made an order.";

    public void Examine(CustomerFacts customer)
    {
        foreach (var checkout in customer.Checkouts.Values)
        {
            if (history.IsForeign(checkout.Tid))
                continue;
            Findings.Examine();
            var problems = new List<string>();
            Examine(customer, checkout, problems);
            var outcome = checkout.Operation is { } operation ? operation.Outcome.Name() : "never sent";
            Findings.Violate($"{checkout.Tid} (customer {customer.Id}, {outcome})", problems);
        }
    }

    public void Examine(ProductFacts product)
    {
        // What other runs made of a product is not known.
        if (product.Prices.Count == 0 || run.Foreign > 0 || product.Product is not { } export)
            return;
        var real = new HashSet<(long Version, decimal Price)> { (history.NumberOf(export.Ingested.Version), export.Ingested.Price) };
        foreach (var update in product.Updates.Where(update => update.Outcome == OutcomeClass.Committed || update.Outcome.IsUnknown()))
            real.Add((update.IsDelete ? update.Number : update.Version, update.Price));
        foreach (var use in product.Prices.Where(use => !real.Contains((use.Version, use.Price))))
        {
            Findings.Violate($"{RunNames.Tid(history.Run, use.Number)}: reconciled product {product.Key} to {use.Price}, which its version "
                + $"{RunNames.Version(history.Run, use.Version)} never cost");
        }
    }

    private void Examine(CustomerFacts customer, CheckoutFacts checkout, List<string> problems)
    {
        if (checkout.Operation is not { Stage: CheckoutStage.Requested } sent)
        {
            CheckoutAnatomy.Nothing(checkout, rejectionAllowed: false, problems);
            return;
        }

        switch (sent.Outcome)
        {
            case OutcomeClass.Committed:
                CheckoutAnatomy.Committed(checkout, problems);
                break;
            case OutcomeClass.PaymentFailed:
                CheckoutAnatomy.PaymentFailed(checkout, problems);
                break;
            case OutcomeClass.TimedOut or OutcomeClass.TransportError:
                Resolve(checkout, problems);
                break;
            default:
                CheckoutAnatomy.Nothing(checkout, rejectionAllowed: sent.Outcome == OutcomeClass.Rejected, problems);
                break;
        }

        foreach (var order in checkout.Orders.SelectMany(order => order.Exports))
        {
            SentAndOrdered.Compare(sent, order, problems);
            if (order.Order.Status != Contracts.Entities.OrderStatus.PaymentFailed
                && customer.Cart is { Items.IsDefaultOrEmpty: false } cart && cart.Session == order.Reservation.Session)
            {
                problems.Add($"the cart still holds {cart.Items.Length} items of session {cart.Session}, which is sold");
            }
        }
    }

    private void Resolve(CheckoutFacts checkout, List<string> problems)
    {
        Unknowns++;
        if (!checkout.Orders.Any(order => order.Exports.Count > 0))
        {
            CheckoutAnatomy.Nothing(checkout, rejectionAllowed: true, problems);
        }
        else if (checkout.Orders.Any(order => order.IsFailed))
        {
            CheckoutAnatomy.PaymentFailed(checkout, problems);
        }
        else
        {
            UnknownsCommitted++;
            CheckoutAnatomy.Committed(checkout, problems);
        }
    }
}
