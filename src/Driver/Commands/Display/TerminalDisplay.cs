using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Draws progress in place on a terminal: the phases, and the current second of the load.</summary>
internal sealed class TerminalDisplay(IAnsiConsole console, string title) : IRunDisplay
{
    private readonly Lock _gate = new();
    private readonly List<string> _done = [];
    private string? _phase;
    private string _detail = "";
    private SeriesRow? _row;
    private LiveDisplayContext? _context;

    public Task<T> Show<T>(Func<Task<T>> work) => console.Live(Draw()).AutoClear(true).StartAsync(context =>
    {
        _context = context;
        return work();
    });

    public void Phase(string name) => Update(() =>
    {
        if (_phase is not null) _done.Add(_phase);
        (_phase, _detail, _row) = (name, "", null);
    });

    public void Detail(string text) => Update(() => _detail = text);

    public void Second(SeriesRow row) => Update(() => _row = row);

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
        if (_done.Count > 0) lines.Add(new Markup($"[green]{Markup.Escape(string.Join("  ", _done.Select(phase => $"✓ {phase}")))}[/]"));
        if (_phase is not null) lines.Add(new Markup($"[yellow]▸ {Markup.Escape(_phase)}[/] [grey]{Markup.Escape(_detail)}[/]"));
        if (_row is not null) lines.Add(Table(_row));
        return new Panel(new Rows(lines)) { Header = new PanelHeader($" {Markup.Escape(title)} "), Border = BoxBorder.Rounded };
    }

    private static Table Table(SeriesRow row)
    {
        var table = new Table { Border = TableBorder.Simple };
        var kinds = TransactionNames.Kinds.Select(TransactionNames.Of);
        foreach (var name in (string[])["phase", "second", .. kinds, "tx/s", "p50 ms", "p99 ms"])
            table.AddColumn(new TableColumn(name).RightAligned());
        string[] cells =
        [
            row.Phase,
            Text(row.Second, "0"),
            .. row.Throughput.Select(value => Text(value, "#,0")),
            Text(row.Throughput.Sum(), "#,0"),
            Text(row.P50Ms, "0.00"),
            Text(row.P99Ms, "0.00"),
        ];
        table.AddRow(cells);
        table.Caption = new TableTitle(Outcomes(row));
        return table;
    }

    private static string Outcomes(SeriesRow row) => string.Join(
        "   ",
        OutcomeClasses.All.Select(outcome => $"{outcome.Name()} {Text(row.Outcomes[(int)outcome], "#,0")}/s"));

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
