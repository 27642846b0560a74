namespace Marketplace.Contracts.Entities;

/// <summary>Status of a cart session. The numbers are the wire format.</summary>
public enum CartStatus
{
    /// <summary>OPEN.</summary>
    Open = 0,

    /// <summary>CHECKOUT_SENT.</summary>
    CheckoutSent = 1,
}
