using System.Reflection;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Settings;
using Xunit;
using Xunit.v3;

namespace Marketplace.Silo.Tests;

/// <summary>What can run the grains of a test.</summary>
internal static class TestEngines
{
    /// <summary>The engine of the test that runs now.</summary>
    public static EngineSettings Current => Of(Name ?? EngineSettings.Orleans, EngineSettings.Inline);

    /// <summary>The settings that have a silo run on it, to be followed by those of the test.</summary>
    public static string[] Settings => Name is { } name ? [$"Engine={name}"] : [];

    /// <summary>The protocols that the local engine has.</summary>
    public static string[] ProtocolsOfLocal => [.. ProtocolList.Names.Where(static name => name != ProtocolList.OrleansTransactions)];

    /// <summary>An engine, and how its calls travel if it is Orleans.</summary>
    public static EngineSettings Of(string engine, string calls) =>
        new(SettingsReader.Of(("Engine", engine), ("Orleans:LocalCalls", calls)), ProtocolList.Names[0]);

    private static string? Name => (TestContext.Current.TestClass as IXunitTestClass)?.Class.GetCustomAttribute<OnEngineAttribute>()?.Engine;
}
