using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Storage.Postgres.Formats;

/// <summary>A kind of items that lie beside documents.</summary>
/// <param name="Service">The service whose states have them.</param>
/// <param name="Part">Name of their part.</param>
/// <param name="Record">What an item is, as its serializer knows it.</param>
internal sealed record ItemKind(string Service, string Part, JsonTypeInfo Record);
