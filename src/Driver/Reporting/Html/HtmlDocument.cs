using System.Reflection;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>A page that carries all it needs: style sheet and charts are within it.</summary>
internal static class HtmlDocument
{
    private const string Style = "Marketplace.Driver.Reporting.Html.report.css";
    private const string Benchmark = "Online Marketplace benchmark";

    /// <summary>Writes a page; an old one is replaced.</summary>
    /// <param name="path">Path of the page.</param>
    /// <param name="title">Its title.</param>
    /// <param name="body">Writes what is in it.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="IOException">The page can't be written.</exception>
    public static async Task WriteAsync(string path, string title, Action<HtmlPage> body, CancellationToken cancellationToken)
    {
        var style = await ReadStyleAsync(cancellationToken);
        await File.WriteAllTextAsync(path, Render(title, style, body), cancellationToken);
    }

    /// <summary>Opens the head of a page, with what all pages begin with.</summary>
    /// <param name="page">The page.</param>
    /// <param name="title">Its title.</param>
    /// <returns>Closes it; what is written until then is in the head too.</returns>
    public static HtmlPage.Scope Head(HtmlPage page, string title)
    {
        var head = page.Open("header");
        page.Element("p", Benchmark, ("class", "eyebrow"));
        page.Element("h1", title);
        return head;
    }

    private static string Render(string title, string style, Action<HtmlPage> body)
    {
        var page = new HtmlPage();
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
            using (page.Open("main"))
                body(page);
        }

        return page.ToString();
    }

    private static async Task<string> ReadStyleAsync(CancellationToken cancellationToken)
    {
        await using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(Style)
            ?? throw new InvalidOperationException($"The driver was built without {Style}: build it again.");
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync(cancellationToken);
    }
}
