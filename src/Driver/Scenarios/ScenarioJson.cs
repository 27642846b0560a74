using System.Text.Json.Serialization;
using Marketplace.Driver.Data;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads a checked scenario.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Scenario))]
[JsonSerializable(typeof(DataDescription))]
internal sealed partial class ScenarioJson : JsonSerializerContext;
