namespace Marketplace.Driver.History;

/// <summary>How far a customer session came.</summary>
internal enum CheckoutStage
{
    /// <summary>An add of an item failed: the checkout was never requested. The outcome is that of the add.</summary>
    Adding = 0,

    /// <summary>The checkout was requested. The outcome is that of the checkout.</summary>
    Requested = 1,
}
