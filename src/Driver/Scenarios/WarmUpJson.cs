using System.Text.Json;
using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads and writes a warm-up: a number of epochs, or "steady".</summary>
internal sealed class WarmUpJson : JsonConverter<WarmUp>
{
    public override WarmUp Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType == JsonTokenType.Number) return new WarmUp(reader.GetInt32());
        return reader.TokenType == JsonTokenType.String && reader.ValueTextEquals(WarmUp.SteadyText)
            ? WarmUp.Steady
            : throw new JsonException($"Expected a number of epochs or \"{WarmUp.SteadyText}\".");
    }

    public override void Write(Utf8JsonWriter writer, WarmUp value, JsonSerializerOptions options)
    {
        if (value.Epochs is { } epochs) writer.WriteNumberValue(epochs);
        else writer.WriteStringValue(WarmUp.SteadyText);
    }
}
