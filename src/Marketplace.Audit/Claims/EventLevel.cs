namespace Marketplace.Audit.Claims;

/// <summary>How often an event takes effect.</summary>
public enum EventLevel
{
    /// <summary>At most once: the level of a target whose settings do not say more.</summary>
    AtMostOnce = 0,

    /// <summary>At least once.</summary>
    AtLeastOnce = 1,

    /// <summary>Exactly once.</summary>
    ExactlyOnce = 2,
}
