using Spectre.Console;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Chooses how progress is shown.</summary>
internal static class Displays
{
    /// <summary>In place on a terminal, as lines elsewhere and with --quiet.</summary>
    /// <param name="isQuiet">True for phases only.</param>
    public static IRunDisplay Create(DriverHost host, string title, bool isQuiet) =>
        host.IsTerminal && !isQuiet
            ? new TerminalDisplay(AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(host.Out) }), title)
            : new PlainDisplay(host.Out, isQuiet);

    /// <summary>
    /// For one of many runs: in place on a terminal, else and with --quiet not at all, as the lines of all of them would hide what is found.
    /// </summary>
    /// <param name="isQuiet">True to show nothing.</param>
    public static IRunDisplay OfMany(DriverHost host, string title, bool isQuiet) =>
        host.IsTerminal && !isQuiet ? Create(host, title, isQuiet) : new SilentDisplay();

    /// <summary>Passes the steps of a phase on to the display.</summary>
    public static IProgress<string> Details(this IRunDisplay display) => new DetailProgress(display);

    private sealed class DetailProgress(IRunDisplay display) : IProgress<string>
    {
        public void Report(string value) => display.Detail(value);
    }
}
