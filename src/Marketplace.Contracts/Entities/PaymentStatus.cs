namespace Marketplace.Contracts.Entities;

/// <summary>Outcome of a payment. The numbers are the wire format.</summary>
public enum PaymentStatus
{
    /// <summary>requires_payment_method.</summary>
    RequiresPaymentMethod = 0,

    /// <summary>succeeded.</summary>
    Succeeded = 1,

    /// <summary>canceled.</summary>
    Canceled = 2,
}
