using Marketplace.Driver.Target;
using Xunit;

namespace Marketplace.Driver.Tests.Target;

public sealed class TargetEngineTests
{
    [Theory]
    [InlineData("engine=\"orleans\",orleans_version=\"10.4.2\",local_calls=\"inline\"", "orleans", "inline", "10.4.2")]
    [InlineData("local_calls=\"messages\",engine=\"orleans\"", "orleans", "messages", null)]
    [InlineData("engine=\"local\",orleans_version=\"10.4.2\"", "local", null, "10.4.2")]
    public void What_runs_the_grains_is_read_from_the_metrics_of_a_silo(string labels, string engine, string? localCalls, string? version)
    {
        var metrics = $"# HELP marketplace_engine_info What.\n# TYPE marketplace_engine_info gauge\nmarketplace_engine_info{{{labels}}} 1\nother 2\n";
        Assert.Equal(new TargetEngine(engine, localCalls, version), TargetEngine.Parse(metrics));
    }

    [Theory]
    [InlineData("")]
    [InlineData("marketplace_engine_informed{engine=\"orleans\"} 1\n")]
    [InlineData("marketplace_engine_info{my_engine=\"orleans\"} 1\n")]
    [InlineData("marketplace_engine_info{engine=\"orl")]
    public void Metrics_that_do_not_say_it_leave_it_open(string metrics) => Assert.Null(TargetEngine.Parse(metrics));
}
