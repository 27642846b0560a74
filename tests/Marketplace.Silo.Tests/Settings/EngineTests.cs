using Marketplace.Silo.Settings;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace Marketplace.Silo.Tests.Settings;

/// <summary>What runs the grains, and what goes with it.</summary>
public sealed class EngineTests
{
    [Theory]
    [InlineData("", "orleans", "inline")]
    [InlineData("Orleans:LocalCalls=messages", "orleans", "messages")]
    [InlineData("Engine=ORLEANS Orleans:LocalCalls=Inline", "orleans", "inline")]
    [InlineData("Protocol=orleans-transactions", "orleans", "messages")]
    [InlineData("Preset=orleans-tx Protocol=locking", "orleans", "inline")]
    [InlineData("Engine=local", "local", null)]
    [InlineData("Engine=local Protocol=locking Preset=orleans-tx", "local", null)]
    [InlineData("Engine=local Cluster:Provider=none Services=all Placement=per-service", "local", null)]
    public void A_silo_runs_on_Orleans_with_its_calls_inline_unless_its_settings_say_otherwise(string settings, string engine, string? localCalls)
    {
        var read = SiloSettings.Read(new ConfigurationBuilder().AddCommandLine(Arguments(settings)).Build()).Engine;
        Assert.Equal((engine, localCalls), (read.Engine, read.LocalCalls));
        Assert.Equal((engine == "local", localCalls == "inline"), (read.IsLocal, read.CallsInline));
    }

    [Theory]
    [InlineData("Cluster:Provider=localhost", "The setting Marketplace:Cluster:Provider has the value 'localhost'")]
    [InlineData("Services=cart,stock", "The setting Marketplace:Services leaves services to other silos")]
    [InlineData("Services=none", "The setting Marketplace:Services leaves services to other silos")]
    [InlineData("Protocol=orleans-transactions", "The setting Marketplace:Protocol has the value 'orleans-transactions'")]
    [InlineData("Preset=orleans-tx", "The preset 'orleans-tx' sets Marketplace:Protocol to 'orleans-transactions'")]
    [InlineData("Preset=composite-eventual", "The preset 'composite-eventual' sets Marketplace:Protocol to 'orleans-transactions'")]
    [InlineData("Preset=composite-causal", "The preset 'composite-causal' sets Marketplace:Protocol to 'orleans-transactions'")]
    [InlineData("Orleans:LocalCalls=inline", "The setting Marketplace:Orleans:LocalCalls has the value 'inline'")]
    [InlineData("Orleans:LocalCalls=messages", "The setting Marketplace:Orleans:LocalCalls has the value 'messages'")]
    public async Task What_needs_Orleans_stops_a_silo_of_the_local_engine_with_one_sentence_that_names_the_setting(string setting, string expected)
    {
        var beginning = $"The silo does not start: {expected}, which needs Marketplace:Engine 'orleans', and that is 'local': ";
        Assert.StartsWith(beginning, await FailedStart.Of(Arguments($"Engine=local {setting}")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Inline_calls_with_the_transactions_of_Orleans_are_refused()
    {
        Assert.Contains(
            "The setting Marketplace:Orleans:LocalCalls has the value 'inline', and the protocol 'orleans-transactions' needs 'messages'",
            await FailedStart.Of(Arguments("Preset=orleans-tx Orleans:LocalCalls=inline")),
            StringComparison.Ordinal);
    }

    private static string[] Arguments(string settings) =>
        [.. settings.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(static setting => "--Marketplace:" + setting)];
}
