namespace Marketplace.Protocols.Recording;

/// <summary>How an attempt to run a transaction ended, as far as its protocol knows.</summary>
public enum AttemptEnd
{
    /// <summary>It is committed.</summary>
    Committed = 0,

    /// <summary>It was aborted.</summary>
    Aborted = 1,

    /// <summary>Nobody knows: an answer was lost; or, under a protocol without roll-back, it failed and what it did remains.</summary>
    Unknown = 2,
}
