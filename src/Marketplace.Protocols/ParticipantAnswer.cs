namespace Marketplace.Protocols;

/// <summary>What a participant answers to a message of the protocol.</summary>
public enum ParticipantAnswer
{
    /// <summary>It is done; to a question: yes.</summary>
    Done = 0,

    /// <summary>Yes, and as nothing was written the transaction is over here.</summary>
    ReadOnly = 1,

    /// <summary>No: the transaction can't commit.</summary>
    Refused = 2,

    /// <summary>No: what the transaction has seen was overwritten, or is about to be.</summary>
    Conflict = 3,
}
