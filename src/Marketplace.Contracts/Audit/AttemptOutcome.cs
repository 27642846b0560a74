namespace Marketplace.Contracts.Audit;

/// <summary>How an attempt to run a transaction ended.</summary>
public enum AttemptOutcome
{
    /// <summary>It is committed.</summary>
    Committed = 0,

    /// <summary>It was aborted.</summary>
    Aborted = 1,

    /// <summary>Nobody knows: an answer was lost; or, under a protocol without roll-back, it failed and what it did remains.</summary>
    Unknown = 2,
}
