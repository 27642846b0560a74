using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads a checked scenario.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Scenario))]
[JsonSerializable(typeof(DataDescription))]
internal sealed partial class ScenarioJson : JsonSerializerContext;

/// <summary>dataset.json: what a data set was made from.</summary>
internal sealed record DataDescription(long Seed, DataSettings Data)
{
    /// <summary>That of a scenario; where the data set is kept does not matter.</summary>
    public static DataDescription Of(Scenario scenario) => new(scenario.Seed, scenario.Data with { Store = DataSettings.Memory, File = null });
}

/// <summary>Reads JSON numbers whatever they were made from.</summary>
internal static class JsonNumbers
{
    /// <summary>The number; to the library, one from a file and one made in code are different things.</summary>
    public static double AsDouble(this JsonNode number) => double.Parse(number.ToJsonString(), CultureInfo.InvariantCulture);
}

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
