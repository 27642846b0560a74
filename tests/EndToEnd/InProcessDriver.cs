using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Target;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>The driver as its users start it, within the test's process.</summary>
internal static class InProcessDriver
{
    /// <summary>Runs a command.</summary>
    public static Task<int> Run(TextWriter output, CancellationToken interrupt, params string[] arguments) =>
        Run(output, new ProcessLauncher(TimeProvider.System, static _ => { }), arguments, interrupt);

    /// <summary>
    /// Runs a scenario with a silo in this process. What a process of its own would have to compile again has been compiled here, so such a run
    /// takes a fraction of the time; that silos are launched and found is what other tests are about.
    /// </summary>
    /// <param name="scenario">Name of a scenario of the folder config, which launches a silo.</param>
    /// <param name="overrides">Values of the scenario, as the driver's --set takes them.</param>
    public static Task<(int ExitCode, string Output)> Run(RunFolder run, string scenario, params string[] overrides) =>
        Run(run, scenario, static _ => { }, overrides);

    /// <summary>The same, with a silo in which something is different.</summary>
    /// <param name="scenario">Name of a scenario of the folder config, which launches a silo.</param>
    /// <param name="overrides">Values of the scenario, as the driver's --set takes them.</param>
    public static async Task<(int ExitCode, string Output)> Run(
        RunFolder run, string scenario, Action<IServiceCollection> configure, params string[] overrides)
    {
        var output = new StringWriter();
        var exitCode = await Run(
            output,
            new InProcessLauncher(configure),
            ["run", Programs.Config(scenario), "--output", run.Results, "--quiet", .. overrides.SelectMany(static value => new[] { "--set", value })],
            TestContext.Current.CancellationToken);
        TestContext.Current.TestOutputHelper?.WriteLine(output.ToString());
        return (exitCode, output.ToString());
    }

    /// <summary>Values of a scenario that ends after a number of operations, which a slow machine makes too; on a small data set.</summary>
    public static string[] Operations(int count) =>
        [$"load.operations={count}", "epochs.count=1", "epochs.warmUp=0", "epochs.seconds=600", "data.sizeFactor=0.02"];

    private static Task<int> Run(TextWriter output, ISiloLauncher launcher, string[] arguments, CancellationToken interrupt) =>
        DriverCli.Run(arguments, new DriverHost
        {
            Out = output,
            Error = output,
            IsTerminal = false,
            Time = TimeProvider.System,
            Interrupt = interrupt,
            Launcher = launcher,
            CollectGarbage = static () => { }, // That of all the silos of the tests.
            Audit = new HttpAudit(),
            Report = new HtmlReport(),
        });
}
