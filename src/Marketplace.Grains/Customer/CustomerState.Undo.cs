namespace Marketplace.Grains.Customer;

/// <content>The statistics are sums: each step takes back what it added.</content>
internal sealed partial class CustomerState : ICompensable<CustomerState>
{
    public bool CanUndo(CustomerState before, CustomerState after) => Ingested == after.Ingested;

    public void Undo(CustomerState before, CustomerState after)
    {
        Ingested = before.Ingested;
        SuccessPayments -= after.SuccessPayments - before.SuccessPayments;
        FailedPayments -= after.FailedPayments - before.FailedPayments;
        Deliveries -= after.Deliveries - before.Deliveries;
        RejectedCheckouts -= after.RejectedCheckouts - before.RejectedCheckouts;
        AbandonedCarts -= after.AbandonedCarts - before.AbandonedCarts;
        TotalSpent -= after.TotalSpent - before.TotalSpent;
    }
}
