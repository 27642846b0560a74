using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Archiving;

/// <summary>One kind of finished record: where it is kept and how it is written.</summary>
/// <param name="Name">Name of the export that shows it: "orders" for `/audit/orders`.</param>
/// <param name="Format">How it is written; asked for when a record is, as a silo writes few kinds. Its context makes it once.</param>
internal sealed record ArchiveStream<T>(string Name, Func<JsonTypeInfo<T>> Format)
{
    /// <summary>How it is written.</summary>
    public JsonTypeInfo<T> TypeInfo => Format();
}
