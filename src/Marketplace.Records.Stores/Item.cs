using System.Buffers.Binary;
using System.IO.Hashing;
using System.Text.Json.Serialization;

namespace Marketplace.Records.Stores;

/// <summary>A record of about 600 bytes.</summary>
/// <param name="Sku">Unique in the data; no constraint says so.</param>
/// <param name="Owner">Ten items have the same one.</param>
/// <param name="Attributes">Ten names, each with a text of 30 bytes.</param>
/// <param name="Mark">Who wrote the state last.</param>
internal sealed record Item(
    long Id,
    string Sku,
    long Owner,
    int Category,
    int Status,
    decimal Price,
    int Quantity,
    DateTime CreatedAt,
    DateTime UpdatedAt,
    IReadOnlyList<ItemAttribute> Attributes,
    IReadOnlyList<string> Tags,
    WriteMark Mark);

/// <summary>A name with a text.</summary>
internal sealed record ItemAttribute(string Name, string Value);

/// <summary>What an update changes.</summary>
internal sealed record ItemChange(
    int Status,
    decimal Price,
    int Quantity,
    DateTime UpdatedAt,
    ItemAttribute Attribute,
    WriteMark Mark);

/// <summary>Names a write, and proves that what is read is what was written.</summary>
/// <param name="Writer">Number of the writer; 0 for the seed.</param>
/// <param name="Sequence">Number of the write among those of its writer.</param>
/// <param name="Check">CRC-32 of key, writer, sequence, price and quantity.</param>
internal readonly record struct WriteMark(int Writer, long Sequence, uint Check)
{
    /// <summary>Makes the mark of a write.</summary>
    public static WriteMark Of(long id, int writer, long sequence, decimal price, int quantity)
    {
        Span<byte> bytes = stackalloc byte[32];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, id);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[8..], writer);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[12..], sequence);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[20..], (long)(price * 100));
        BinaryPrimitives.WriteInt32LittleEndian(bytes[28..], quantity);
        return new WriteMark(writer, sequence, Crc32.HashToUInt32(bytes));
    }
}

/// <summary>A role with its permissions.</summary>
internal sealed record Role(int Id, string Name, IReadOnlyList<Permission> Permissions);

/// <summary>A permission.</summary>
internal sealed record Permission(int Id, string Name, string Description);

/// <summary>The JSON of records, over HTTP and in documents.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Item))]
[JsonSerializable(typeof(ItemChange))]
[JsonSerializable(typeof(IReadOnlyList<Item>))]
[JsonSerializable(typeof(IReadOnlyList<Role>))]
[JsonSerializable(typeof(ItemDocument))]
[JsonSerializable(typeof(Dictionary<string, string>))]
internal sealed partial class RecordsJson : JsonSerializerContext;
