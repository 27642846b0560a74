using Marketplace.Conformance.Fixtures;
using Marketplace.Engine.Local;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Engine.Tests.Fixtures;

/// <summary>Starts a local engine with a clock that stands still, and looks into it.</summary>
internal static class LocalEngines
{
    public static LocalEngineFixture Start(
        EngineSettings? settings = null, int streamBuffer = 1024, Action<LocalEngineOptions>? configure = null) =>
        new((settings ?? new EngineSettings()) with { ManualTimers = true }, streamBuffer, configure);

    /// <summary>Activations in memory.</summary>
    public static int ActivationCount(this LocalEngineFixture engine) => engine.Services.GetRequiredService<LocalEngine>().ActivationCount;
}
