using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;

namespace Marketplace.Contracts.Requests;

/// <summary>How a transaction ended whose result is collected; on the wire a word: committed, rejected, payment-failed, ...</summary>
[JsonConverter(typeof(MarkOutcomeConverter))]
public enum MarkOutcome
{
    /// <summary>Complete, with all its effects.</summary>
    Committed = 0,

    /// <summary>Complete, and not what was asked for: no item in stock, or the version of a product is no longer current.</summary>
    Rejected = 1,

    /// <inheritdoc cref="CheckoutOutcome.PaymentFailed"/>
    PaymentFailed = 2,

    /// <summary>Refused for another reason, which the mark names; nothing was done.</summary>
    Refused = 3,

    /// <summary>Given up; nothing of it remains.</summary>
    Aborted = 4,

    /// <summary>It did not end in time: its effect is unknown.</summary>
    TimedOut = 5,

    /// <summary>It failed: its effect is unknown.</summary>
    Failed = 6,
}
