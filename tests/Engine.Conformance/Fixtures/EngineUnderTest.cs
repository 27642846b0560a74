namespace Marketplace.Conformance.Fixtures;

/// <summary>The ways to run grains that the same tests hold to one model.</summary>
public sealed class EngineUnderTest
{
    public const string Streams = "streams";

    private readonly Func<EngineSettings, Task<IEngineFixture>> _start;

    private EngineUnderTest(string name, Func<EngineSettings, Task<IEngineFixture>> start) => (Name, _start) = (name, start);

    /// <summary>The host without a silo.</summary>
    public static EngineUnderTest Local { get; } = new("local", LocalEngineFixture.Start);

    /// <summary>A silo of Orleans whose local calls run inline.</summary>
    public static EngineUnderTest InlineCalls { get; } = new("inline", static settings => OrleansFixture.Start(settings, inlineCalls: true));

    /// <summary>A silo of Orleans as it is.</summary>
    public static EngineUnderTest Messages { get; } = new("messages", static settings => OrleansFixture.Start(settings, inlineCalls: false));

    public string Name { get; }

    public override string ToString() => Name;

    internal Task<IEngineFixture> Start(EngineSettings? settings = null) => _start(settings ?? new EngineSettings());
}
