using System.CommandLine;
using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Target;

namespace Marketplace.EndToEnd.Examples;

/// <summary>The driver's own command line, which is read here and not run.</summary>
internal static class DriverCommands
{
    private static readonly RootCommand Root = DriverCli.Create(new DriverHost
    {
        Out = TextWriter.Null,
        Error = TextWriter.Null,
        IsTerminal = false,
        Time = TimeProvider.System,
        Interrupt = CancellationToken.None,
        Launcher = new ProcessLauncher(TimeProvider.System, static _ => { }),
        Audit = new HttpAudit(),
        Report = new HtmlReport(),
    });

    /// <summary>The commands.</summary>
    public static IReadOnlyList<string> Names => [.. Root.Subcommands.Select(static command => command.Name)];

    public static ParseResult Parse(string[] arguments) => Root.Parse(arguments);
}
