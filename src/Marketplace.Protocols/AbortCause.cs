namespace Marketplace.Protocols;

/// <summary>Why a transaction was aborted.</summary>
public enum AbortCause
{
    /// <summary>It met an older transaction and gave way, or what it had read was overwritten.</summary>
    Conflict = 0,

    /// <summary>It waited for a grain longer than the protocol's time-out.</summary>
    Timeout = 1,

    /// <summary>A grain forgot its part: its activation ended, or did not answer.</summary>
    ParticipantLost = 2,

    /// <summary>Something in the transaction failed unexpectedly.</summary>
    Failure = 3,
}
