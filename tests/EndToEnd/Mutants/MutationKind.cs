namespace Marketplace.EndToEnd.Mutants;

/// <summary>What a protocol does wrong.</summary>
public enum MutationKind
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>A read takes no lock, and takes no part in the transaction.</summary>
    ReadsWithoutLock = 1,

    /// <summary>Who has only read is not asked whether that is still so.</summary>
    ReadersNotValidated = 2,

    /// <summary>Who has only read is asked, and holds nothing until the transaction is decided.</summary>
    ReadersUnlocked = 3,

    /// <summary>What was read without a place in the order is taken to be of one moment.</summary>
    ReadsNotValidated = 4,
}
