using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads a checked scenario.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Scenario))]
[JsonSerializable(typeof(DataDescription))]
internal sealed partial class ScenarioJson : JsonSerializerContext;

/// <summary>dataset.json: what a data set was made from.</summary>
internal sealed record DataDescription(long Seed, DataSettings Data);
