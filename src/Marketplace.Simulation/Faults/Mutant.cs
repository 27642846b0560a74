namespace Marketplace.Simulation.Faults;

/// <summary>A bug that is put in on purpose, at a seam of the silo: the simulator has to find it.</summary>
internal enum Mutant
{
    /// <summary>None.</summary>
    None,

    /// <summary>Now and then a participant never hears that its transaction is committed, and its coordinator believes that it has.</summary>
    LostDecision,

    /// <summary>A participant's refusal to commit counts as a yes.</summary>
    IgnoredRefusal,

    /// <summary>What was read is not validated: a participant that has seen an overwritten version says that it only read.</summary>
    SnapshotNotValidated,

    /// <summary>A participant commits when it is asked to prepare, and lets go of its lock before the others have voted.</summary>
    LockReleasedEarly,

    /// <summary>A consumer takes an event that comes twice for two.</summary>
    InboxForgets,

    /// <summary>A silo that was replaced can go on writing.</summary>
    NoFence,

    /// <summary>A silo of a cluster takes its grains for its own whatever the others say.</summary>
    ReadWithoutLease,

    /// <summary>A state is loaded while the one that an earlier activation left is not stored yet.</summary>
    LoadBeforeStored,

    /// <summary>Of what a transaction decided a crash can store a part.</summary>
    TornUnit,

    /// <summary>A crash can store what was decided later, and not what was decided before.</summary>
    ReorderedUnits,

    /// <summary>What is not stored yet is told to be.</summary>
    ToldBeforeStored,

    /// <summary>A write whose answer was lost is written again, also if it is stored.</summary>
    WrittenTwice,

    /// <summary>Steps that a dead silo has left are forgotten, and not compensated.</summary>
    StepsForgotten,

    /// <summary>A step of a saga that is compensated is compensated again.</summary>
    StepCompensatedTwice,

    /// <summary>What leaves a grain with its commit leaves it at times without the state.</summary>
    RecordWithoutState,

    /// <summary>The journal is emptied of entries that are about to be applied, and are not yet.</summary>
    JournalCutTooFar,

    /// <summary>A silo that was replaced can go on appending to the journal, though it can apply nothing.</summary>
    ZombieAppends,

    /// <summary>Who recovers applies all entries that are in the journal, also those that the tables have.</summary>
    EntryAppliedTwice,

    /// <summary>Who recovers applies the entries of the journal in a wrong order.</summary>
    EntriesOutOfOrder,

    /// <summary>A write to Redis that comes late, or twice, puts an older update in the place of a newer one.</summary>
    LateWriteWins,

    /// <summary>Redis says that the secondary has what only the primary has.</summary>
    AcknowledgedBeforeCopied,

    /// <summary>Records of the audit log whose write was not answered are taken for written.</summary>
    LogForgets,

    /// <summary>Records of the audit log that are written again are others, also if they are there.</summary>
    LoggedTwice,

    /// <summary>The audit log is emptied for a reset that was given up long before.</summary>
    EmptiedLate,

    /// <summary>A client is answered, and a dashboard read, before what was committed is in the tables.</summary>
    DashboardBehind,

    /// <summary>What is shown again counts again in the aggregates of dashboards, also if its entries are there.</summary>
    CountedTwice,

    /// <summary>A silo of a cluster writes dashboards of sellers that are on another one now, also if it was declared dead.</summary>
    RowsOfOthers,
}
