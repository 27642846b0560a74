using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Archiving;

/// <summary>One kind of finished record: where it is kept and how it is written.</summary>
/// <typeparam name="T">The record.</typeparam>
/// <param name="Name">Name of the export that shows it: "orders" for `/audit/orders`.</param>
/// <param name="TypeInfo">How it is written.</param>
internal sealed record ArchiveStream<T>(string Name, JsonTypeInfo<T> TypeInfo);
