using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Cart;

/// <summary>Sessions that were abandoned.</summary>
/// <param name="Sessions">The newest first.</param>
[GenerateSerializer, Immutable]
internal sealed record AbandonedSessions(ImmutableArray<CartAbandoned> Sessions);

/// <summary>What an add means after a checkout that failed (E4 or E7).</summary>
internal enum AfterFailure
{
    /// <summary>The session goes on with its items: another attempt will follow.</summary>
    KeepSession = 0,

    /// <summary>A new session starts: the public drivers forget the items without sealing (setting Gateway:LegacyStatus).</summary>
    StartNewSession = 1,
}

/// <summary>An attempt to check out, as it begins.</summary>
/// <param name="Items">The lines after reconciliation, those that are gone left out.</param>
internal sealed record CartAttempt(ReservationId Reservation, ImmutableArray<CartItem> Items, ImmutableArray<ItemRejection> Gone);

/// <summary>When a cart has to be looked at again.</summary>
/// <param name="Time">When, UTC; null if nothing is pending.</param>
[GenerateSerializer, Immutable]
internal sealed record CartDue(DateTime? Time);

/// <summary>Items of a cart.</summary>
/// <param name="Items">By seller and product.</param>
[GenerateSerializer, Immutable]
internal sealed record CartItems(ImmutableArray<CartItem> Items);

/// <summary>The products in a cart that a checkout is about to take.</summary>
/// <param name="Products">By <see cref="Keys.Pair"/>, in ascending order.</param>
/// <param name="Known">How the checkout ended, if it is a repeat of the last one; it takes nothing then.</param>
[GenerateSerializer, Immutable]
internal sealed record CartProducts(ImmutableArray<long> Products, CheckoutAnswer? Known);

/// <summary>A checkout that failed, and that no other one has followed.</summary>
/// <param name="Time">When it began, UTC.</param>
[GenerateSerializer, Immutable]
internal readonly record struct FailedCheckout(int Session, int Items, DateTime Time);

/// <summary>Whether a checkout may go on.</summary>
/// <param name="MayProceed">True: run it, then close. False: answer instead.</param>
/// <param name="Answer">The answer of an earlier run of the same tid, or a refusal.</param>
/// <param name="Session">Number of the cart's session.</param>
[GenerateSerializer, Immutable]
internal sealed record CheckoutOpening(bool MayProceed, Answer<CheckoutAnswer> Answer, int Session = 0)
{
    /// <summary>Go on.</summary>
    public static CheckoutOpening Proceed { get; } = new(true, default);

    /// <summary>Answer instead.</summary>
    public static CheckoutOpening Say(Answer<CheckoutAnswer> answer) => new(false, answer);
}

/// <summary>Limits of a cart.</summary>
/// <param name="ItemsMax">Lines that a cart may have.</param>
/// <param name="CheckoutLease">How long a checkout may keep others out before it counts as lost.</param>
/// <param name="AbandonmentWindow">After how long without an operation, or after a failed checkout, a cart is abandoned.</param>
internal sealed record CartOptions(int ItemsMax, TimeSpan CheckoutLease, TimeSpan AbandonmentWindow)
{
    private static readonly TimeSpan PeriodMax = TimeSpan.FromSeconds(1);

    /// <summary>How often to look for carts whose window has ended.</summary>
    public TimeSpan AbandonmentPeriod => AbandonmentWindow / 10 < PeriodMax ? AbandonmentWindow / 10 : PeriodMax;
}
