namespace Marketplace.Protocols.Commit;

/// <summary>What has become of a transaction.</summary>
public enum TransactionOutcome
{
    /// <summary>Nothing is known of it, so it was aborted: a coordinator forgets a committed one only when all participants know.</summary>
    Aborted = 0,

    /// <summary>It is not decided.</summary>
    Running = 1,

    /// <summary>It is committed.</summary>
    Committed = 2,
}
