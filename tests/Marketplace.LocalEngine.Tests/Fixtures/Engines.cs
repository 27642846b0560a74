namespace Marketplace.LocalEngine.Tests.Fixtures;

/// <summary>Chooses the engine that the conformance tests run on: the one place that knows which it is.</summary>
internal static class Engines
{
    public const string Streams = "streams";

    public static IEngineFixture Start(EngineSettings? settings = null) => new LocalEngineFixture(settings ?? new EngineSettings());
}
