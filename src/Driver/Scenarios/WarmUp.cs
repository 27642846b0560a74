using System.Text.Json.Serialization;

namespace Marketplace.Driver.Scenarios;

/// <summary>How long the warm-up takes: some epochs, or until throughput is steady.</summary>
/// <param name="Epochs">Epochs that don't count; null: until throughput is steady.</param>
[JsonConverter(typeof(WarmUpJson))]
internal readonly record struct WarmUp(int? Epochs)
{
    /// <summary>How a scenario says: until throughput is steady.</summary>
    public const string SteadyText = "steady";

    /// <summary>Until throughput is steady.</summary>
    public static WarmUp Steady => default;

    /// <summary>True if it lasts until throughput is steady.</summary>
    public bool IsSteady => Epochs is null;
}
