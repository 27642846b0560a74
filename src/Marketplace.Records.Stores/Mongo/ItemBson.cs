using MongoDB.Bson;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>Items and roles as documents of MongoDB, which keeps times to the millisecond.</summary>
internal static class ItemBson
{
    /// <summary>The key of every document.</summary>
    public const string Id = "_id";

    /// <summary>The field that an item is found by.</summary>
    public const string Sku = "sku";

    /// <summary>The field that the items of an owner are found by.</summary>
    public const string Owner = "owner";

    /// <summary>The fields that secondary indexes are made for: those of the indexed document layout of PostgreSQL.</summary>
    public static readonly string[] Indexed = [Sku, Owner, "category", "status", "createdAt"];

    public static BsonDocument Of(Item item) => new()
    {
        { Id, item.Id },
        { Sku, item.Sku },
        { Owner, item.Owner },
        { "category", item.Category },
        { "status", item.Status },
        { "price", new Decimal128(item.Price) },
        { "quantity", item.Quantity },
        { "createdAt", item.CreatedAt },
        { "updatedAt", item.UpdatedAt },
        { "attributes", new BsonDocument(item.Attributes.Select(one => new BsonElement(one.Name, one.Value))) },
        { "tags", new BsonArray(item.Tags) },
        { "mark", Of(item.Mark) },
    };

    public static Item ToItem(BsonDocument document) => new(
        document[Id].AsInt64,
        document[Sku].AsString,
        document[Owner].AsInt64,
        document["category"].AsInt32,
        document["status"].AsInt32,
        Decimal128.ToDecimal(document["price"].AsDecimal128),
        document["quantity"].AsInt32,
        document["createdAt"].ToUniversalTime(),
        document["updatedAt"].ToUniversalTime(),
        [.. document["attributes"].AsBsonDocument.Select(one => new ItemAttribute(one.Name, one.Value.AsString))],
        [.. document["tags"].AsBsonArray.Select(tag => tag.AsString)],
        ToMark(document["mark"].AsBsonDocument));

    /// <summary>What an update sets.</summary>
    public static BsonDocument Set(ItemChange change) => new("$set", new BsonDocument
    {
        { "status", change.Status },
        { "price", new Decimal128(change.Price) },
        { "quantity", change.Quantity },
        { "updatedAt", change.UpdatedAt },
        { $"attributes.{change.Attribute.Name}", change.Attribute.Value },
        { "mark", Of(change.Mark) },
    });

    /// <summary>A role with its permissions in it: what a document store has in place of joins.</summary>
    public static BsonDocument Of(Role role) => new()
    {
        { Id, role.Id },
        { "name", role.Name },
        {
            "permissions",
            new BsonArray(role.Permissions.Select(one => new BsonDocument
            {
                { Id, one.Id },
                { "name", one.Name },
                { "description", one.Description },
            }))
        },
    };

    public static Role ToRole(BsonDocument document) => new(
        document[Id].AsInt32,
        document["name"].AsString,
        [
            .. document["permissions"].AsBsonArray.Select(one => new Permission(
                one[Id].AsInt32, one["name"].AsString, one["description"].AsString)),
        ]);

    private static BsonDocument Of(WriteMark mark) => new()
    {
        { "writer", mark.Writer },
        { "sequence", mark.Sequence },
        { "check", (long)mark.Check },
    };

    private static WriteMark ToMark(BsonDocument mark) =>
        new(mark["writer"].AsInt32, mark["sequence"].AsInt64, (uint)mark["check"].AsInt64);
}
