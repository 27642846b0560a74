using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Audit.Checks;

/// <summary>customer.counts: the statistics of customers miss no increment (S#4).</summary>
internal sealed class CustomerCounts : Check, ICustomerCheck
{
    public override string Id => "customer.counts";
    public override string Criterion => "S#4";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "A customer's statistics grew by exactly the payments, failed payments, rejected checkouts, delivered packages, abandoned carts "
        + "and invoices that the other services show. Every checkout that was answered as rejected is among them.";

    public void Examine(CustomerFacts customer)
    {
        Findings.Examine();
        var orders = customer.Orders.Values.Where(order => !order.IsPrePopulated).ToList();
        if (customer.Customer is not { Customer: var now, Ingested: var before })
        {
            if (orders.Count > 0)
                Findings.Violate($"customer {customer.Id} has {orders.Count} orders, but Customer does not know it");
            return;
        }

        var problems = new List<string>();
        var paid = orders.Where(order => order.IsPaid && order.Exports.Count > 0).ToList();
        var rejected = customer.Checkouts.Values.Sum(checkout => checkout.Attempts.Count(a => a.Outcome == CheckoutOutcome.Rejected));
        var unknown = customer.Checkouts.Values.Count(IsUnknownRejection);
        var delivered = orders.SelectMany(order => order.Shipments)
            .Sum(shipment => shipment.Packages.Count(package => package.Status == PackageStatus.Delivered));
        Compare("successful payments", now.SuccessPaymentCount - before.SuccessPaymentCount, paid.Count);
        Compare("failed payments", now.FailedPaymentCount - before.FailedPaymentCount, orders.Count(order => order.IsFailed));
        if (unknown > 0)
            problems.Add($"{unknown} checkouts were answered as rejected, and Cart knows nothing of it");
        Compare("rejected checkouts", now.RejectedCheckoutCount - before.RejectedCheckoutCount, rejected);

        // Windows go on ending while the audit reads, and Customer was read first.
        var abandoned = now.AbandonedCartCount - before.AbandonedCartCount;
        var known = customer.Abandonments.Count;
        Compare("abandoned carts", abandoned, Math.Clamp(abandoned, known - customer.RecentAbandonments, known));
        Compare("deliveries", now.DeliveryCount - before.DeliveryCount, delivered);
        Compare("total spent", now.TotalSpent - before.TotalSpent, paid.Sum(order => order.Exports[0].Order.TotalInvoice));
        Findings.Violate($"customer {customer.Id}", problems);

        void Compare(string what, decimal counted, decimal derived)
        {
            if (counted != derived)
                problems.Add($"{what} grew by {counted}, but {derived} happened");
        }
    }

    private static bool IsUnknownRejection(CheckoutFacts checkout) =>
        checkout.Operation is { Stage: CheckoutStage.Requested, Outcome: OutcomeClass.Rejected }
        && checkout.Attempts.TrueForAll(attempt => attempt.Outcome != CheckoutOutcome.Rejected);
}
