using System.Reflection;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>Writes report.html: one file that needs no other, for screen and paper, light and dark.</summary>
internal sealed class HtmlReport : IReportWriter
{
    private const string Style = "Marketplace.Driver.Reporting.Html.report.css";

    /// <inheritdoc/>
    public async Task<string> WriteAsync(RunResults results, string folder, CancellationToken cancellationToken)
    {
        var path = Path.Combine(folder, "report.html");
        var style = await ReadStyleAsync(cancellationToken);
        await File.WriteAllTextAsync(path, Render(results, folder, style), cancellationToken);
        return path;
    }

    private static string Render(RunResults results, string folder, string style)
    {
        var rows = Series.Merge(results.Series);
        var page = new HtmlPage();
        using (page.Open("html", ("lang", "en"), ("xmlns", "http://www.w3.org/1999/xhtml")))
        {
            using (page.Open("head"))
            {
                page.Empty("meta", ("charset", "utf-8"));
                page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1"));
                page.Empty("meta", ("name", "color-scheme"), ("content", "light dark"));
                page.Element("title", $"{results.Summary.Name} · Online Marketplace benchmark");
                using (page.Open("style"))
                    page.Raw(style);
            }

            using (page.Open("body"))
            using (page.Open("main"))
            {
                HeadSection.Write(page, results);
                ThroughputSection.Write(page, rows, results.Summary.Throughput);
                LatencySection.Write(page, results, folder);
                OutcomeSection.Write(page, results.Summary);
                ProtocolSection.Write(page, results.Summary);
                TargetSection.Write(page, results.Summary);
                AuditSection.Write(page, results.Summary.Audit);
                ResourceSection.Write(page, results.Summary, rows);
                SettingsSection.Write(page, results.Manifest);
            }
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
