namespace Marketplace.Contracts.Events;

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
