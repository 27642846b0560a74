using System.Diagnostics.Metrics;
using System.Reflection;
using Marketplace.Silo.Settings;
using Orleans;

namespace Marketplace.Silo.Metrics;

/// <summary>Says in the metrics what runs the grains, so that a measurement names it: a gauge that is always 1, with labels.</summary>
internal sealed class EngineInfo
{
    public EngineInfo(IMeterFactory meters, EngineSettings engine)
    {
        List<KeyValuePair<string, object?>> labels = [new("engine", engine.Engine), new("orleans.version", OrleansVersion)];
        if (engine.LocalCalls is { } calls)
            labels.Add(new("local.calls", calls));

        meters.Create(GatewayMetrics.MeterName).CreateObservableGauge(
            "marketplace.engine.info", () => new Measurement<int>(1, labels), unit: null, "What runs the grains; always 1.");
    }

    /// <summary>The version of the packages of Orleans, without the commit that they were built from.</summary>
    public static string OrleansVersion { get; } = typeof(Grain).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+', ' ')[0].TrimEnd('.');
}
