using Orleans;

namespace Marketplace.Grains.Customer;

/// <summary>A customer with its statistics: no increment may be lost (S#4).</summary>
[GenerateSerializer]
internal sealed class CustomerState : IServiceState
{
    /// <summary>The customer as ingested; null while nothing was.</summary>
    [Id(0)]
    public CustomerEntity? Ingested { get; private set; }

    /// <summary>Confirmed payments.</summary>
    [Id(1)]
    public int SuccessPayments { get; private set; }

    /// <summary>Failed payments.</summary>
    [Id(2)]
    public int FailedPayments { get; private set; }

    /// <summary>Delivered packages.</summary>
    [Id(3)]
    public int Deliveries { get; private set; }

    /// <summary>Checkouts without a single item in stock.</summary>
    [Id(4)]
    public int RejectedCheckouts { get; private set; }

    /// <summary>Sum of the invoices paid.</summary>
    [Id(5)]
    public decimal TotalSpent { get; private set; }

    /// <inheritdoc/>
    public bool IsEmpty => Ingested is null && SuccessPayments + FailedPayments + Deliveries + RejectedCheckouts == 0;

    /// <summary>Ingests the customer.</summary>
    /// <param name="customer">The customer.</param>
    public void Put(CustomerEntity customer)
    {
        Ingested = customer;
        Reset();
    }

    /// <inheritdoc/>
    public void Reset()
    {
        (SuccessPayments, FailedPayments) = (Ingested?.SuccessPaymentCount ?? 0, Ingested?.FailedPaymentCount ?? 0);
        (Deliveries, RejectedCheckouts) = (Ingested?.DeliveryCount ?? 0, Ingested?.RejectedCheckoutCount ?? 0);
        TotalSpent = Ingested?.TotalSpent ?? 0;
    }

    /// <summary>Counts a paid invoice.</summary>
    /// <param name="invoice">Its amount.</param>
    public void Paid(decimal invoice)
    {
        SuccessPayments++;
        TotalSpent += invoice;
    }

    /// <summary>Counts a failed payment.</summary>
    public void PaymentFailed() => FailedPayments++;

    /// <summary>Counts delivered packages.</summary>
    /// <param name="packages">How many.</param>
    public void Delivered(int packages) => Deliveries += packages;

    /// <summary>Counts a rejected checkout.</summary>
    public void Rejected() => RejectedCheckouts++;

    /// <summary>The customer with its statistics.</summary>
    /// <returns>Null if nothing was ingested.</returns>
    public CustomerEntity? Customer() => Ingested is null
        ? null
        : Ingested with
        {
            SuccessPaymentCount = SuccessPayments,
            FailedPaymentCount = FailedPayments,
            DeliveryCount = Deliveries,
            RejectedCheckoutCount = RejectedCheckouts,
            TotalSpent = TotalSpent,
        };
}
