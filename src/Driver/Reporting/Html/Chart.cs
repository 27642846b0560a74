using System.Text;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>The frame of a chart: an SVG with axes, that scales with the page and takes its colours from the style sheet.</summary>
internal static class Chart
{
    /// <summary>Space for the labels of the vertical axis.</summary>
    public const double Left = 64;

    /// <summary>Space for the labels of the horizontal axis.</summary>
    public const double Bottom = 34;

    /// <summary>Space above.</summary>
    public const double Top = 14;

    /// <summary>Space to the right.</summary>
    public const double Right = 28;

    /// <param name="description">What is to be seen in it, for those who don't see it.</param>
    /// <param name="more">Further attributes.</param>
    public static HtmlPage.Scope Open(
        HtmlPage page, string id, double width, double height, string title, string description, params ReadOnlySpan<(string, string)> more)
    {
        var scope = page.Open(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("viewBox", $"0 0 {Numbers.Coordinate(width)} {Numbers.Coordinate(height)}"),
                ("role", "img"),
                ("aria-labelledby", $"{id}-title {id}-desc"),
                .. more,
            ]);
        page.Element("title", title, ("id", $"{id}-title"));
        page.Element("desc", description, ("id", $"{id}-desc"));
        return scope;
    }

    /// <summary>Draws the grid and the labels of the vertical axis.</summary>
    public static void Vertical(HtmlPage page, Axis x, Axis y, Func<double, string> label)
    {
        using (page.Open("g", ("class", "up")))
        {
            foreach (var tick in y.Ticks())
            {
                Line(page, "grid", x.Begin, y.At(tick), x.End, y.At(tick));
                Label(page, "end", x.Begin - 8, y.At(tick) + 4, label(tick));
            }
        }
    }

    /// <summary>Draws one tick of the horizontal axis.</summary>
    public static void Horizontal(HtmlPage page, double x, Axis y, string label)
    {
        Line(page, "tick", x, y.Begin, x, y.Begin + 5);
        Label(page, "middle", x, y.Begin + 19, label);
    }

    /// <summary>Draws a line.</summary>
    public static void Line(HtmlPage page, string style, double x1, double y1, double x2, double y2) => page.Empty(
        "line",
        ("class", style),
        ("x1", Numbers.Coordinate(x1)),
        ("y1", Numbers.Coordinate(y1)),
        ("x2", Numbers.Coordinate(x2)),
        ("y2", Numbers.Coordinate(y2)));

    /// <summary>Writes a label.</summary>
    public static void Label(HtmlPage page, string anchor, double x, double y, string text, string style = "label") => page.Element(
        "text", text, ("class", style), ("x", Numbers.Coordinate(x)), ("y", Numbers.Coordinate(y)), ("text-anchor", anchor));

    /// <summary>Draws the value of a single run: a dot, or a ring if it is far from the others.</summary>
    public static void Dot(HtmlPage page, double x, double y, bool isOutlier) => page.Empty(
        "circle",
        ("class", isOutlier ? "ring" : "dot"),
        ("cx", Numbers.Coordinate(x)),
        ("cy", Numbers.Coordinate(y)),
        ("r", isOutlier ? "3" : "1.8"));

    /// <summary>Draws the mark of a line: lines differ in their shape too, for those who don't see a difference of colour.</summary>
    /// <param name="hint">What shows when the pointer rests on it; null for nothing.</param>
    public static void Marker(HtmlPage page, int line, double x, double y, string? hint)
    {
        var path = $"M{Numbers.Coordinate(x)} {Numbers.Coordinate(y)}{Shapes[line % Shapes.Length]}";
        using (page.Open("path", ("class", "mark"), ("d", path)))
        {
            if (hint is not null)
                page.Element("title", hint);
        }
    }

    /// <summary>Draws a line through points.</summary>
    /// <param name="series">What it is called in the legend; null if there is none.</param>
    public static void Polyline(HtmlPage page, string style, IEnumerable<(double X, double Y)> points, string? series = null) =>
        Shape(page, "polyline", style, points, series);

    /// <summary>Draws the area within points.</summary>
    public static void Polygon(HtmlPage page, string style, IEnumerable<(double X, double Y)> points, string? series = null) =>
        Shape(page, "polygon", style, points, series);

    private static void Shape(HtmlPage page, string tag, string style, IEnumerable<(double X, double Y)> points, string? series)
    {
        var text = new StringBuilder();
        foreach (var (x, y) in points)
            text.Append(Numbers.Coordinate(x)).Append(',').Append(Numbers.Coordinate(y)).Append(' ');
        if (series is null) page.Empty(tag, ("class", style), ("points", text.ToString()));
        else page.Empty(tag, ("class", style), ("data-series", series), ("points", text.ToString()));
    }

    /// <summary>Draws a rectangle, with a text that shows when the pointer rests on it.</summary>
    public static void Rectangle(HtmlPage page, string style, double x, double y, double width, double height, string? hint = null)
    {
        using (page.Open(
            "rect",
            ("class", style),
            ("x", Numbers.Coordinate(x)),
            ("y", Numbers.Coordinate(y)),
            ("width", Numbers.Coordinate(Math.Max(0, width))),
            ("height", Numbers.Coordinate(Math.Max(0, height)))))
        {
            if (hint is not null)
                page.Element("title", hint);
        }
    }

    /// <summary>Writes a legend: what each colour is.</summary>
    public static void Legend(HtmlPage page, IEnumerable<(string Style, string Name)> entries)
    {
        using (page.Open("ul", ("class", "legend")))
        {
            foreach (var (style, name) in entries)
            {
                using (page.Open("li", ("data-series", name)))
                {
                    page.Element("span", "", ("class", $"swatch {style}"), ("aria-hidden", "true"));
                    page.Text(name);
                }
            }
        }
    }

    // From the centre: circle, square, triangle, diamond, cross, plus, triangle that points down.
    private static readonly string[] Shapes =
    [
        "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
        "m-3.2 -3.2h6.4v6.4h-6.4z",
        "m0 -4.2l4 7h-8z",
        "m0 -4.5l4 4.5l-4 4.5l-4 -4.5z",
        "m-3.3 -3.3l6.6 6.6m0 -6.6l-6.6 6.6",
        "m-4.2 0h8.4m-4.2 -4.2v8.4",
        "m0 4.2l4 -7h-8z",
    ];
}
