namespace Marketplace.Silo.Gateway;

/// <summary>How checkouts are rejected that are complete and not what the customer wanted: a name for programs, a sentence for people.</summary>
internal static class CheckoutRejections
{
    /// <summary>E4.</summary>
    public static readonly (string Type, string Detail) OutOfStock =
        ("out-of-stock", "No item of the cart could be reserved; the cart keeps its items.");

    /// <summary>E7.</summary>
    public static readonly (string Type, string Detail) PaymentDeclined =
        ("payment-declined", "The payment failed, and the reservation is withdrawn; the cart keeps its items.");
}
