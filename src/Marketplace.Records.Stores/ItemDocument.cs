using System.Text.Json;
using System.Text.Json.Serialization;

namespace Marketplace.Records.Stores;

/// <summary>An item, or the part of it that has no column, as a document.</summary>
internal sealed record ItemDocument
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Sku { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Owner { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Status { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Category { get; init; }

    public required decimal Price { get; init; }
    public required int Quantity { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTime? CreatedAt { get; init; }

    public required DateTime UpdatedAt { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SortedDictionary<string, string>? Attributes { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Tags { get; init; }

    public required WriteMark Mark { get; init; }

    /// <summary>The whole of an item but its key.</summary>
    public static ItemDocument Of(Item item) => Rest(item) with { Sku = item.Sku, Owner = item.Owner, Status = item.Status };

    /// <summary>What of an item has no column in the hybrid layout.</summary>
    public static ItemDocument Rest(Item item) => new()
    {
        Category = item.Category,
        Price = item.Price,
        Quantity = item.Quantity,
        CreatedAt = item.CreatedAt,
        UpdatedAt = item.UpdatedAt,
        Attributes = new SortedDictionary<string, string>(item.Attributes.ToDictionary(one => one.Name, one => one.Value), StringComparer.Ordinal),
        Tags = item.Tags,
        Mark = item.Mark,
    };

    /// <summary>What an update changes, but the attribute and the status.</summary>
    public static ItemDocument Of(ItemChange change) => new()
    {
        Price = change.Price,
        Quantity = change.Quantity,
        UpdatedAt = change.UpdatedAt,
        Mark = change.Mark,
    };

    /// <summary>Reads a document.</summary>
    public static ItemDocument Parse(string json) => JsonSerializer.Deserialize(json, RecordsJson.Default.ItemDocument)!;

    /// <summary>The item.</summary>
    public Item ToItem(long id, string sku, long owner, int status) => new(
        id,
        sku,
        owner,
        Category!.Value,
        status,
        Price,
        Quantity,
        CreatedAt!.Value,
        UpdatedAt,
        [.. Attributes!.Select(one => new ItemAttribute(one.Key, one.Value))],
        Tags!,
        Mark);

    public string ToJson() => JsonSerializer.Serialize(this, RecordsJson.Default.ItemDocument);
}
