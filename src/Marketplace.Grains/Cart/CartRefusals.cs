using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Cart;

/// <summary>Why a cart says no.</summary>
internal static class CartRefusals
{
    public static readonly Refusal InFlight = new(
        RefusalKind.Conflict, "checkout-in-flight", "This cart is being checked out; wait for the answer, then try again.");

    public static readonly Refusal OtherVersion = new(
        RefusalKind.Conflict, "other-version-in-cart", "The cart holds another version of this product; remove that line first.");

    public static readonly Refusal TooMany = new(
        RefusalKind.Invalid, "quantity-too-large", $"A line holds at most {CartState.QuantityMax} pieces.");

    public static readonly Refusal TooMuch = new(
        RefusalKind.Invalid,
        "amounts-too-large",
        $"Products and sums of the cart's prices, vouchers and freights must be exact in {Amounts.MaxDigits} digits; take fewer pieces, or amounts "
        + "with fewer digits.");

    public static readonly Refusal NotInCart = new(RefusalKind.NotFound, "item-not-in-cart", "The cart has no line for this product.");

    public static readonly Refusal CheckedOut = new(
        RefusalKind.Conflict, "session-already-checked-out", "The session was checked out already; add items to start another one.");

    public static readonly Refusal Over = new(
        RefusalKind.Conflict, "session-over", "The session of this checkout has ended, and another one has begun; check that one out.");

    public static readonly Refusal Empty = new(RefusalKind.Conflict, Refusal.EmptyCart, "The cart is empty; add items first.");

    public static readonly Refusal UnknownCustomer = new(
        RefusalKind.NotFound, "unknown-customer", "There is no such customer; ingest the customer first.");

    /// <summary>Not for clients: the entry point closes the session, and tries again.</summary>
    public static readonly Refusal Overdue = new(
        RefusalKind.Conflict, "session-abandoned", "The session was left for too long and is being closed; try again.");

    /// <summary>Not for clients: the entry point reads the replicas again.</summary>
    public static readonly Refusal Outread = new(
        RefusalKind.Conflict, "replicas-outread", "The cart has heard of later updates than were read for the checkout; try again.");

    public static Refusal Full(int itemsMax) => new(RefusalKind.Conflict, "cart-full", $"A cart holds at most {itemsMax} different items.");
}
