using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads a checked scenario.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Scenario))]
internal sealed partial class ScenarioJson : JsonSerializerContext;
