namespace Marketplace.Contracts.Requests;

/// <summary>How a transaction ended, as public drivers know it; on the wire a number. <see cref="MarkOutcome"/> says more.</summary>
public enum MarkStatus
{
    /// <summary>Committed.</summary>
    Success = 0,

    /// <summary>It failed, or did not end in time: its effect is unknown.</summary>
    Error = 1,

    /// <summary>Aborted: nothing of it remains.</summary>
    Abort = 2,

    /// <summary>Refused by a rule of the business, such as no stock, a declined payment or an unknown product.</summary>
    NotAccepted = 3,
}
