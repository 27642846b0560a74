namespace Marketplace.Contracts.Events;

/// <summary>CartAbandoned: a session came to nothing (paper section 3.2, continuous queries). At most one for each session.</summary>
/// <param name="Tid">Transaction that noticed; empty if it was not a client's.</param>
/// <param name="Session">Epoch of the customer's cart.</param>
/// <param name="Reason">Why.</param>
/// <param name="Items">Lines of the cart, when it was left.</param>
/// <param name="Time">Since when, UTC: the end of the window, whenever it was noticed; or when it was sealed.</param>
[GenerateSerializer, Immutable]
public sealed record CartAbandoned(
    string Tid,
    int CustomerId,
    int Session,
    AbandonReason Reason,
    int Items,
    DateTime Time);

/// <summary>Why a cart counts as abandoned.</summary>
public enum AbandonReason
{
    /// <summary>A checkout failed (E4 or E7), and none followed within the window.</summary>
    Failed = 0,

    /// <summary>A session with items saw no operation for the window.</summary>
    Idle = 1,

    /// <summary>A session with items was sealed without a checkout.</summary>
    Sealed = 2,
}
