using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Load.Records;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;
using Spectre.Console;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Shows how far a run is.</summary>
internal interface IRunDisplay
{
    /// <summary>Shows progress while some work runs.</summary>
    /// <param name="work">The work; it calls the other methods.</param>
    Task<T> Show<T>(Func<Task<T>> work);

    /// <summary>A phase begins; the one before it has ended.</summary>
    void Phase(string name);

    /// <summary>Something about the phase.</summary>
    void Detail(string text);

    /// <summary>A second of the load.</summary>
    void Second(SeriesRow row);
}

/// <summary>Shows nothing of a run: whoever started it says what is to be said.</summary>
internal sealed class SilentDisplay : IRunDisplay
{
    public Task<T> Show<T>(Func<Task<T>> work) => work();

    public void Phase(string name)
    {
    }

    public void Detail(string text)
    {
    }

    public void Second(SeriesRow row)
    {
    }
}

/// <summary>Shows progress as lines.</summary>
/// <param name="isQuiet">True for phases only, without a line a second.</param>
internal sealed class PlainDisplay(TextWriter target, bool isQuiet) : IRunDisplay
{
    private readonly Lock _gate = new();

    public Task<T> Show<T>(Func<Task<T>> work) => work();

    public void Phase(string name) => Write($"{name} ...");

    public void Detail(string text) => Write($"  {text}");

    public void Second(SeriesRow row)
    {
        if (!isQuiet) Write($"  {Describe(row)}");
    }

    /// <summary>A second of the load in a line.</summary>
    public static string Describe(SeriesRow row)
    {
        var failures = OutcomeClasses.All
            .Where(outcome => outcome != OutcomeClass.Committed && row.Outcomes[(int)outcome] > 0)
            .Select(outcome => string.Create(CultureInfo.InvariantCulture, $", {row.Outcomes[(int)outcome]:#,0} {outcome.Name()}"));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{row.Phase} {row.Second,4:0} s: {row.Throughput.Sum():#,0} tx/s, p50 {row.P50Ms:0.00} ms, p99 {row.P99Ms:0.00} ms")
            + string.Concat(failures);
    }

    private void Write(string line)
    {
        lock (_gate)
            target.WriteLine(line);
    }
}

/// <summary>Chooses how progress is shown.</summary>
internal static class Displays
{
    /// <summary>In place on a terminal, as lines elsewhere and with --quiet.</summary>
    /// <param name="isQuiet">True for phases only.</param>
    public static IRunDisplay Create(DriverHost host, string title, Scenario scenario, bool isQuiet) =>
        InPlace(host, title, scenario, isQuiet, null) ?? new PlainDisplay(host.Out, isQuiet);

    /// <summary>
    /// For one of many runs: in place on a terminal, else and with --quiet not at all, as the lines of all of them would hide what is found.
    /// </summary>
    /// <param name="isQuiet">True to show nothing.</param>
    /// <param name="position">Where it stands among them, if that is known.</param>
    public static IRunDisplay OfMany(DriverHost host, string title, Scenario scenario, bool isQuiet, SweepPosition? position = null) =>
        InPlace(host, title, scenario, isQuiet, position) ?? new SilentDisplay();

    private static IRunDisplay? InPlace(DriverHost host, string title, Scenario scenario, bool isQuiet, SweepPosition? position) =>
        host.IsTerminal && !isQuiet
            ? new TerminalDisplay(
                AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(host.Out) }),
                title,
                new RunProgress(scenario.Epochs, scenario.Load.Operations, host.Time),
                position)
            {
                Operations = RecordsWorkload.OperationsOf(scenario.Workload) ?? MarketplaceWorkload.AllOperations,
            }
            : null;

    /// <summary>Passes the steps of a phase on to the display.</summary>
    public static IProgress<string> Details(this IRunDisplay display) => new DetailProgress(display);

    private sealed class DetailProgress(IRunDisplay display) : IProgress<string>
    {
        public void Report(string value) => display.Detail(value);
    }
}
