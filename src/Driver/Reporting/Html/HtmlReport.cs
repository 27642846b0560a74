namespace Marketplace.Driver.Reporting.Html;

/// <summary>Writes report.html: one file that needs no other, for screen and paper, light and dark.</summary>
internal sealed class HtmlReport : IReportWriter
{
    public async Task<string> Write(RunResults results, string folder, CancellationToken cancellationToken)
    {
        var path = Path.Combine(folder, "report.html");
        await HtmlDocument.Write(path, results.Summary.Name, page => Write(page, results, folder), cancellationToken);
        return path;
    }

    private static void Write(HtmlPage page, RunResults results, string folder)
    {
        var rows = Series.Merge(results.Series);
        HeadSection.Write(page, results);
        OverTimeSection.Write(page, rows, results.Summary);
        LatencySection.Write(page, results, folder);
        OutcomeSection.Write(page, results.Summary);
        ProtocolSection.Write(page, results.Summary);
        TargetSection.Write(page, results.Summary);
        AuditSection.Write(page, results.Summary.Audit);
        ResourceSection.Write(page, results.Summary, rows);
        SettingsSection.Write(page, results.Manifest);
    }
}
