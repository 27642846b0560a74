using System.Text.Json.Serialization;

namespace Marketplace.Contracts.Requests;

/// <summary>
/// The result of a transaction that was acknowledged before it was done (setting Results), as it is collected from GET /receipts. What a
/// transaction does not have is left out.
/// </summary>
/// <param name="Id">Number of the mark: marks of a silo are numbered one by one, and those of one that was started again are greater.</param>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Type">What it was.</param>
/// <param name="ActorId">The customer of a checkout, the seller of an update; 0 for an Update Delivery.</param>
/// <param name="Status">How it ended, as public drivers know it.</param>
/// <param name="Source">The service in which it ended.</param>
/// <param name="Outcome">How it ended.</param>
public sealed record TransactionMark(
    long Id,
    string Tid,
    TransactionType Type,
    int ActorId,
    MarkStatus Status,
    string Source,
    MarkOutcome Outcome)
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
