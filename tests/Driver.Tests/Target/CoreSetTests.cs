using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Target;

public sealed class CoreSetTests
{
    [Fact]
    public void A_silo_gets_the_first_cores_and_the_driver_the_rest()
    {
        var machine = CoreSet.Parse("0-3,8,10-11\n");

        Assert.Equal([0, 1, 2, 3, 8, 10, 11], machine.Cores);
        Assert.Equal(("0,1,2,3,8", "10,11"), (machine.OfSilo(5).ToString(), machine.OfDriver(5).ToString()));
        Assert.Equal(["taskset", "-c", "0,1"], machine.OfSilo(2).Command);
        Assert.Equal(machine, machine.OfDriver(7));
        Assert.Equal(machine, machine.OfDriver(null));
    }

    [Theory]
    [InlineData(null, null, false)]
    [InlineData(3, null, false)]
    [InlineData(4, null, true)]
    [InlineData(5, "it wants 5 cores, and this machine has 4", true)]
    public void A_machine_says_what_it_can_t_give(int? cores, string? missing, bool isShared)
    {
        var machine = CoreSet.Parse("0-3");
        var scenario = ScenarioLoader.Parse("""{ "name": "x" }""", "x", cores is { } count ? [$"target={{\"launch\":{{}},\"cores\":{count}}}"] : []);

        Assert.Equal((missing, isShared), (machine.Missing(scenario), machine.IsShared(scenario)));
    }

    [Fact]
    public async Task A_run_that_wants_more_cores_than_there_are_is_wrong_usage()
    {
        using var host = new TestHost();
        var scenario = host.Scenario(""", "target": { "launch": {}, "cores": 4096 }""");

        Assert.Equal(ExitCode.Usage, await host.Run("run", scenario, "--output", host.Folder.File("run")));

        Assert.Contains("test: $.target.cores: it wants 4096 cores, and this machine has ", host.Error, StringComparison.Ordinal);
        scenario = host.Scenario(""", "target": { "reference": "delay", "cores": 1 }""");
        Assert.Equal(ExitCode.Usage, await host.Run("run", scenario));
        Assert.Contains("$.target.cores: expected only together with target.launch", host.Error, StringComparison.Ordinal);
    }
}
