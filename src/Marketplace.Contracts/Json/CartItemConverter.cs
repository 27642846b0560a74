using System.Text.Json;
using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;

namespace Marketplace.Contracts.Json;

/// <summary>Gives an item of a cart the one form that it has everywhere, camelCase, inside exports too.</summary>
internal sealed class CartItemConverter : JsonConverter<CartItem>
{
    /// <inheritdoc/>
    public override CartItem? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize(ref reader, RequestJson.Default.CartItem);

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, CartItem value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, value, RequestJson.Default.CartItem);
}
