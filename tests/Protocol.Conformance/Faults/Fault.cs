namespace Marketplace.Protocol.Conformance.Faults;

/// <summary>What goes wrong, at one grain.</summary>
public enum Fault
{
    /// <summary>A message of the protocol makes the grain throw before it has done anything.</summary>
    ThrowsOnce,

    /// <summary>The same, for some time.</summary>
    ThrowsForAWhile,

    /// <summary>The grain has done what a message of the protocol asks, and throws then.</summary>
    ThrowsAfterwards,

    /// <summary>A message of the protocol is lost: its sender waits in vain.</summary>
    MessageLost,

    /// <summary>The answer to a message of the protocol is lost.</summary>
    AnswerLost,

    /// <summary>The activation is told to end, and then gets a message of the protocol.</summary>
    LeavesBefore,

    /// <summary>The activation is told to end when it has done what a message of the protocol asks.</summary>
    LeavesAfter,

    /// <summary>The activation is told to end in the middle of the transaction.</summary>
    LeavesInTheMiddle,

    /// <summary>A save fails, nothing of it is stored, and the activation ends.</summary>
    SaveFails,

    /// <summary>Saves fail for some time.</summary>
    SavesFailForAWhile,

    /// <summary>A save is stored, but that is not known, and the activation ends.</summary>
    SaveInDoubt,

    /// <summary>What leaves the grain at the commit can't, for some time.</summary>
    CommitActionFailsForAWhile,
}
