using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Customer;

/// <summary>A customer with its statistics: no increment may be lost (S#4).</summary>
[GenerateSerializer]
internal sealed partial class CustomerState : IEventState
{
    /// <summary>The customer as ingested; null while nothing was.</summary>
    [Id(0), JsonIgnore]
    public CustomerEntity? Ingested { get; internal set; }

    /// <summary>Confirmed payments.</summary>
    [Id(1), JsonInclude]
    public int SuccessPayments { get; internal set; }

    [Id(2), JsonInclude]
    public int FailedPayments { get; internal set; }

    /// <summary>Delivered packages.</summary>
    [Id(3), JsonInclude]
    public int Deliveries { get; internal set; }

    /// <summary>Checkouts without a single item in stock.</summary>
    [Id(4), JsonInclude]
    public int RejectedCheckouts { get; internal set; }

    /// <summary>Sum of the invoices paid.</summary>
    [Id(5), JsonInclude]
    public decimal TotalSpent { get; internal set; }

    /// <summary>Sessions that came to nothing.</summary>
    [Id(6), JsonInclude]
    public int AbandonedCarts { get; internal set; }

    [Id(7)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => Ingested is null && SuccessPayments + FailedPayments + Deliveries + RejectedCheckouts + AbandonedCarts == 0;

    /// <summary>Ingests the customer.</summary>
    public void Put(CustomerEntity customer)
    {
        Ingested = customer;
        Reset();
    }

    public void Reset()
    {
        (SuccessPayments, FailedPayments) = (Ingested?.SuccessPaymentCount ?? 0, Ingested?.FailedPaymentCount ?? 0);
        (Deliveries, RejectedCheckouts) = (Ingested?.DeliveryCount ?? 0, Ingested?.RejectedCheckoutCount ?? 0);
        (TotalSpent, AbandonedCarts) = (Ingested?.TotalSpent ?? 0, Ingested?.AbandonedCartCount ?? 0);
        Book = null;
    }

    /// <summary>Counts a paid invoice.</summary>
    public void Paid(decimal invoice)
    {
        TotalSpent = Amounts.Add(TotalSpent, invoice);
        SuccessPayments++;
    }

    /// <summary>Counts a failed payment.</summary>
    public void PaymentFailed() => FailedPayments++;

    /// <summary>Counts delivered packages.</summary>
    public void Delivered(int packages) => Deliveries += packages;

    /// <summary>Counts a rejected checkout.</summary>
    public void Rejected() => RejectedCheckouts++;

    /// <summary>Counts an abandoned cart.</summary>
    public void Abandoned() => AbandonedCarts++;

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
            AbandonedCartCount = AbandonedCarts,
        };
}
