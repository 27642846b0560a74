using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Spectre.Console;
using Spectre.Console.Rendering;
using static System.FormattableString;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Draws progress in place on a terminal: the phases, how far the run is, and the current second of the load.</summary>
/// <param name="position">Where it stands in a sweep; null for a run of its own.</param>
internal sealed class TerminalDisplay(IAnsiConsole console, string title, RunProgress progress, SweepPosition? position) : IRunDisplay
{
    /// <summary>The operations of the workload.</summary>
    public ImmutableArray<WorkloadOperation> Operations { get; init; } = MarketplaceWorkload.AllOperations;

    private const string Load = "submit";
    private const int SparksMax = 40;
    private const string Sparks = "▁▂▃▄▅▆▇█";

    // Frame and padding of the panel.
    private const int Frame = 4;
    private const int BarText = 27;

    // The column of names, and the gap after it.
    private const int Names = 15;

    private readonly Lock _gate = new();
    private readonly List<string> _done = [];
    private readonly Queue<double> _throughput = new();
    private string? _phase;
    private string _detail = "";
    private SeriesRow? _row;
    private LiveDisplayContext? _context;

    private int Width => console.Profile.Width - Frame;

    public Task<T> Show<T>(Func<Task<T>> work) => console.Live(Draw()).AutoClear(true).StartAsync(context =>
    {
        _context = context;
        return work();
    });

    public void Phase(string name) => Update(() =>
    {
        if (_phase is not null) _done.Add(_phase);
        (_phase, _detail, _row) = (name, "", null);
        progress.Phase(isAfterLoad: _done.Contains(Load));
    });

    public void Detail(string text) => Update(() => _detail = text);

    public void Second(SeriesRow row) => Update(() =>
    {
        _row = row;
        progress.Second(row);
        _throughput.Enqueue(row.Throughput.Sum());
        if (_throughput.Count > SparksMax) _throughput.Dequeue();
    });

    private void Update(Action change)
    {
        lock (_gate)
        {
            change();
            _context?.UpdateTarget(Draw());
        }
    }

    private Panel Draw()
    {
        var lines = new List<IRenderable>();
        if (_done.Count > 0) lines.Add(new Text(Wrap(_done.Select(phase => $"✓ {phase}"), Width), new Style(Color.Green)));
        if (_phase is not null) lines.Add(new Markup($"[yellow]▸ {Markup.Escape(_phase)}[/] [grey]{Markup.Escape(_detail)}[/]"));
        lines.Add(Bar(progress.Share, progress.Left, "run"));
        if (position is not null) lines.Add(Bar(position.Share(progress), position.Left(progress), $"{position.Number}/{position.Total}"));
        if (_row is not null) lines.Add(Second());
        var head = title.Length > Width - Frame ? $"{title[..Math.Max(0, Width - Frame - 1)]}…" : title;
        var header = new PanelHeader($" {Markup.Escape(head)} ");
        return new Panel(new Rows(lines)) { Header = header, Border = BoxBorder.Rounded, Expand = true };
    }

    private Markup Bar(double share, TimeSpan left, string name)
    {
        var width = Math.Clamp(Width - BarText - name.Length, 10, 100);
        var done = (int)Math.Round(share * width);
        var (full, empty) = (new string('━', done), new string('─', width - done));
        return new Markup(Invariant($"[grey]{name}[/] [green]{full}[/][grey]{empty}[/] {100 * share,3:0} %  about {Time(left)} left"));
    }

    private Grid Second()
    {
        var row = _row!;
        var outcomes = OutcomeClasses.All.Where(outcome => outcome == OutcomeClass.Committed || row.Outcomes[(int)outcome] > 0)
            .Select(outcome => Invariant($"{outcome.Name()} {row.Outcomes[(int)outcome]:#,0}"));
        var kinds = Operations.Zip(row.Throughput, (operation, rate) => Invariant($"{operation.Name} {rate:#,0}"));
        var grid = new Grid().AddColumn(new GridColumn().NoWrap().PadRight(2)).AddColumn();
        Add("time", Invariant($"{row.Phase}, second {row.Second:0}"));
        Add("throughput", Invariant($"{row.Throughput.Sum():#,0} tx/s  {Sparkline()}"));
        Add("latency", Invariant($"p50 {row.P50Ms:0.00} ms  p99 {row.P99Ms:0.00} ms  max {row.MaxMs:0.0} ms"));
        Add("outcomes/s", Wrap(outcomes, Width - Names));
        Add("committed/s", Wrap(kinds, Width - Names));
        return grid;

        void Add(string name, string text) => grid.AddRow(new Markup($"[grey]{name}[/]"), new Text(text));
    }

    /// <summary>Breaks lines between entries, never within one.</summary>
    private static string Wrap(IEnumerable<string> entries, int width)
    {
        var lines = new List<string> { "" };
        foreach (var entry in entries)
        {
            var longer = lines[^1].Length == 0 ? entry : $"{lines[^1]}  {entry}";
            if (lines[^1].Length > 0 && longer.Length > width) lines.Add(entry);
            else lines[^1] = longer;
        }

        return string.Join('\n', lines);
    }

    private string Sparkline()
    {
        var largest = _throughput.Max();
        var room = Math.Max(0, Width - 30);
        return string.Concat(_throughput.TakeLast(room)
            .Select(value => Sparks[largest > 0 ? (int)Math.Round(value / largest * (Sparks.Length - 1)) : 0]));
    }

    private static string Time(TimeSpan time) =>
        time.ToString(time.TotalHours >= 1 ? @"h\:mm\:ss" : @"m\:ss", CultureInfo.InvariantCulture);
}
