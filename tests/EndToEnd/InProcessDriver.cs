using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.EndToEnd;

/// <summary>The driver as its users start it, within the test's process.</summary>
internal static class InProcessDriver
{
    /// <summary>Runs a command.</summary>
    /// <param name="output">Takes what it writes.</param>
    /// <param name="interrupt">What Ctrl-C is to a user.</param>
    /// <param name="arguments">Its command line.</param>
    /// <returns>Its exit code.</returns>
    public static Task<int> Run(TextWriter output, CancellationToken interrupt, params string[] arguments) =>
        DriverCli.RunAsync(arguments, new DriverHost
        {
            Out = output,
            Error = output,
            IsTerminal = false,
            Time = TimeProvider.System,
            Interrupt = interrupt,
            SiloStarted = static _ => { },
            Audit = new MarketplaceAudit(),
            Report = new HtmlReport(),
        });
}
