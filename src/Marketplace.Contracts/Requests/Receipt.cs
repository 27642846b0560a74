using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;

namespace Marketplace.Contracts.Requests;

/// <summary>
/// The result of a transaction that was acknowledged before it was done (setting Results), as it is collected from GET /receipts. What a
/// transaction does not have is left out.
/// </summary>
/// <param name="Id">Number of the receipt: receipts of a silo are numbered one by one, and those of one that was started again are greater.</param>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Type">What it was.</param>
/// <param name="ActorId">The customer of a checkout, the seller of an update; 0 for an Update Delivery.</param>
/// <param name="Status">How it ended, as public drivers know it.</param>
/// <param name="Source">The service in which it ended.</param>
/// <param name="Outcome">How it ended.</param>
public sealed record Receipt(
    long Id,
    string Tid,
    TransactionType Type,
    int ActorId,
    ReceiptStatus Status,
    string Source,
    ReceiptOutcome Outcome)
{
    /// <summary>Short name of the reason, stable, for programs; null if it committed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Reason { get; init; }

    /// <summary>The reason in a sentence for people; null if it committed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Detail { get; init; }

    /// <summary>Order that a checkout made; 0 where none was made, null if it was no checkout that ended.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? OrderId { get; init; }

    /// <summary>Invoice number of the order; empty where none was made, null if it was no checkout that ended.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? InvoiceNumber { get; init; }

    /// <summary>Items in the order; 0 where none was made, null if it was no checkout that ended.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? CountItems { get; init; }

    /// <summary>Amount of the invoice; 0 where no order was made, null if it was no checkout that ended.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public decimal? TotalInvoice { get; init; }

    /// <summary>Version of a product after its update; null if it was no update that committed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Version { get; init; }

    /// <summary>Place of an update in the order of its product's updates; null if it was no update that committed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Sequence { get; init; }

    /// <summary>Sellers that an Update Delivery served; null if it was none that committed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Sellers { get; init; }

    /// <summary>Packages that an Update Delivery delivered; null if it was none that committed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Packages { get; init; }
}

/// <summary>How a transaction ended whose result is collected; on the wire a word: committed, rejected, payment-failed, ...</summary>
[JsonConverter(typeof(ReceiptOutcomeConverter))]
public enum ReceiptOutcome
{
    /// <summary>Complete, with all its effects.</summary>
    Committed = 0,

    /// <summary>Complete, and not what was asked for: no item in stock, or the version of a product is no longer current.</summary>
    Rejected = 1,

    /// <inheritdoc cref="CheckoutOutcome.PaymentFailed"/>
    PaymentFailed = 2,

    /// <summary>Refused for another reason, which the receipt names; nothing was done.</summary>
    Refused = 3,

    /// <summary>Given up; nothing of it remains.</summary>
    Aborted = 4,

    /// <summary>It did not end in time: its effect is unknown.</summary>
    TimedOut = 5,

    /// <summary>It failed: its effect is unknown.</summary>
    Failed = 6,
}

/// <summary>How a transaction ended, as public drivers know it; on the wire a number. <see cref="ReceiptOutcome"/> says more.</summary>
public enum ReceiptStatus
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
