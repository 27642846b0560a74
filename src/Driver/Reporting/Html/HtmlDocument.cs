using System.Reflection;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>A page that carries all it needs: style sheet, charts and script. Without the script it has the same content.</summary>
internal static class HtmlDocument
{
    private const string ReportStyle = "Marketplace.Driver.Reporting.Html.report.css";
    private const string ChartStyle = "Marketplace.Driver.Reporting.Html.chart.css";
    private const string Script = "Marketplace.Driver.Reporting.Html.report.js";
    private const string Benchmark = "Online Marketplace benchmark";

    /// <summary>Writes a page; an old one is replaced.</summary>
    /// <exception cref="IOException">The page can't be written.</exception>
    public static async Task Write(string path, string title, Action<HtmlPage> body, CancellationToken cancellationToken)
    {
        var style = await Read(ChartStyle, cancellationToken) + await Read(ReportStyle, cancellationToken);
        var script = await Read(Script, cancellationToken);
        await File.WriteAllTextAsync(path, Render(title, style, script, body), cancellationToken);
    }

    /// <summary>Writes a chart as a file of its own, which a page may show as an image; an old one is replaced.</summary>
    /// <exception cref="IOException">The file can't be written.</exception>
    public static async Task WriteChart(string path, Action<HtmlPage, string> draw, CancellationToken cancellationToken)
    {
        var page = new HtmlPage("");
        draw(page, await Read(ChartStyle, cancellationToken));
        await File.WriteAllTextAsync(path, page.ToString(), cancellationToken);
    }

    /// <summary>Opens the head of a page, with what all pages begin with.</summary>
    /// <returns>Closes it; what is written until then is in the head too.</returns>
    public static HtmlPage.Scope Head(HtmlPage page, string title)
    {
        var head = page.Open("header");
        page.Element("p", Benchmark, ("class", "eyebrow"));
        page.Element("h1", title);
        return head;
    }

    private static string Render(string title, string style, string script, Action<HtmlPage> body)
    {
        var page = new HtmlPage("<!DOCTYPE html>\n");
        using (page.Open("html", ("lang", "en"), ("xmlns", "http://www.w3.org/1999/xhtml")))
        {
            using (page.Open("head"))
            {
                page.Empty("meta", ("charset", "utf-8"));
                page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
                page.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
                page.Element("title", $"{title} · {Benchmark}");
                using (page.Open("style"))
                    page.Raw(style);
            }

            using (page.Open("body"))
            {
                using (page.Open("main"))
                    body(page);

                // HTML takes a script as it is, and XML does within CDATA.
                using (page.Open("script"))
                    page.Raw($"/*<![CDATA[*/\n{script}/*]]>*/");
            }
        }

        return page.ToString();
    }

    private static async Task<string> Read(string name, CancellationToken cancellationToken)
    {
        await using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The driver was built without {name}: build it again.");
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync(cancellationToken);
    }
}
