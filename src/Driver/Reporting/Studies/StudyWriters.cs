using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Reporting.Sweeps;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>The report of a study as Markdown.</summary>
internal static class StudyMarkdown
{
    public static IEnumerable<string> Lines(StudyResult result, IEnumerable<StudySection> sections)
    {
        yield return $"# {result.Text.Name}, {result.Profile}";
        foreach (var section in sections)
        {
            yield return "";
            yield return $"## {section.Title}";
            yield return "";
            foreach (var text in section.Texts)
                yield return section.Texts.Count == 1 ? text : $"- {text}";
            if (section.Rows.Count == 0) continue;
            if (section.Texts.Count > 0) yield return "";
            foreach (var line in MarkdownTable.Lines(section.Rows[0], section.Rows.Skip(1), section.IsOfTexts ? section.Rows[0].Count : 1))
                yield return line;
        }
    }
}

/// <summary>The report of a study as a page.</summary>
internal static class StudyPage
{
    public static void Write(HtmlPage page, StudyResult result, IReadOnlyList<StudySection> sections, IReadOnlyList<SweepPlot> plots)
    {
        using (HtmlDocument.Head(page, $"{result.Text.Name}, {result.Profile}"))
            page.Element("p", result.Text.Question, ("class", "lead"));
        foreach (var section in sections.Skip(1))
        {
            // The plots stand between what was published and all that was measured.
            if (section.Title.StartsWith("All points", StringComparison.Ordinal))
            {
                SweepPlots.Section(page, "Plots", plots);
                plots = [];
            }

            using (page.Open("section"))
            {
                page.Element("h2", section.Title);
                foreach (var text in section.Texts)
                    page.Element("p", text);
                if (section.Rows.Count == 0) continue;
                if (section.IsOfTexts)
                    Tables.Texts(page, section.Title, section.Rows[0], section.Rows.Skip(1));
                else
                    Tables.Numeric(page, section.Title, section.Rows[0], section.Rows.Skip(1));
            }
        }
    }
}

/// <summary>The plots of a study: of each figure that its claims and published tables speak of.</summary>
internal static class StudyPlots
{
    public static IEnumerable<SweepPlot> Of(StudyResult result, IReadOnlyDictionary<string, SweepResult> sweeps)
    {
        foreach (var (part, sweep) in result.Parts.Where(part => sweeps.ContainsKey(part.Name)).Select(part => (part.Name, sweeps[part.Name])))
        {
            var figures = result.Text.Claims.Where(claim => claim.Part == part).Select(claim => claim.Figure)
                .Concat(result.Text.Published?.Tables.Where(table => table.Part == part).Select(table => table.Figure) ?? []).Distinct();
            foreach (var figure in figures)
            {
                var metric = new Metric(figure, figure, static _ => null);
                foreach (var isRatio in sweep.Baseline.IsEmpty ? [false] : new[] { true, false })
                {
                    if (SweepPlot.Of(sweep, metric, isRatio) is { } plot) yield return plot with { Name = $"{part}-{plot.Name}" };
                }
            }
        }
    }
}
