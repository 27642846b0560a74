namespace Marketplace.Conformance.Fixtures;

/// <summary>Starts the engine of this build.</summary>
internal static class Engines
{
    public const string Streams = "streams";

    public static Task<IEngineFixture> StartAsync(EngineSettings? settings = null) => EngineFixture.StartAsync(settings ?? new EngineSettings());
}
