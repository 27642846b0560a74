using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;

namespace Marketplace.Contracts.Requests;

/// <summary>How a checkout ended. All three are outcomes of a complete transaction; an abort is none of them.</summary>
[JsonConverter(typeof(CheckoutOutcomeConverter))]
public enum CheckoutOutcome
{
    /// <summary>Paid, invoiced and handed to Shipment.</summary>
    Committed = 0,

    /// <summary>No item could be reserved (E4).</summary>
    Rejected = 1,

    /// <summary>The payment failed (E7); the reservation is withdrawn.</summary>
    PaymentFailed = 2,
}
