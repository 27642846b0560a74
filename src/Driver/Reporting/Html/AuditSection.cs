using Marketplace.Audit;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>What the audit found.</summary>
internal static class AuditSection
{
    private const string Examined = "Examined";
    private const string Violations = "Violations";

    /// <param name="audit">What it found; null if it was not run.</param>
    public static void Write(HtmlPage page, AuditResult? audit)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Audit");
            if (audit is null)
            {
                page.Element("p", "The run was not audited.");
                return;
            }

            page.Element("p", "Each check compares what the driver sent and heard with the final state of every service. A "
                + "violation of a level that the "
                + "target's settings claim fails the run; one of a level that they do not claim is a result. What the target does not offer is not "
                + "examined; what it should have offered and did not fails the run.");
            var hidden = audit.Checks.Where(check => check.Verdict == CheckVerdict.NotExamined).ToList();
            Table(page, audit.Sentence, audit.Checks.Where(check => check.Verdict != CheckVerdict.NotExamined));
            if (hidden.Count > 0)
            {
                using (Tables.Folded(page, hidden.Count == 1 ? "1 check was not examined" : $"{hidden.Count} checks were not examined"))
                    Table(page, "Not examined", hidden);
            }

            using (page.Open("ul", ("class", "notes")))
            {
                foreach (var note in audit.Notes)
                    page.Element("li", note);
            }
        }
    }

    private static void Table(HtmlPage page, string caption, IEnumerable<AuditCheck> checks)
    {
        using (page.Open("div", ("class", "scroll")))
        using (page.Open("table", ("class", "audit")))
        {
            page.Element("caption", caption);
            using (page.Open("thead"))
            using (page.Open("tr"))
            {
                foreach (var (name, style) in new[]
                    { ("", ""), ("Check", ""), ("What must hold", ""), ("Level", ""), (Examined, "n"), (Violations, "n") })
                {
                    page.Element("th", name, ("scope", "col"), ("class", style));
                }
            }

            using (page.Open("tbody"))
            {
                foreach (var check in checks)
                    Row(page, check);
            }
        }
    }

    private static void Row(HtmlPage page, AuditCheck check)
    {
        var (sign, meaning, style) = check.Verdict switch
        {
            CheckVerdict.NotExamined => ("–", "not examined", "hidden"),
            CheckVerdict.Missing => ("?", "not examined, and should have been", "bad"),
            CheckVerdict.Clean => ("✓", "no violation", "good"),
            CheckVerdict.ViolatedNotClaimed => ("!", "violated, not claimed", "warn"),
            _ => ("✗", "violated", "bad"),
        };
        var isExamined = check.Reason is null;
        using (page.Open("tr", ("class", style)))
        {
            page.Element("td", sign, ("class", "sign"), ("title", meaning), ("aria-label", meaning));
            using (page.Open("th", ("scope", "row")))
            {
                page.Element("code", check.Id);
                page.Element("span", check.Criterion, ("class", "criterion"));
            }

            using (page.Open("td"))
            {
                page.Text(check.Statement);
                if (check.Reason is { } reason)
                    page.Element("p", $"Not examined: {reason}.", ("class", "note"));
                if (check.Note is { } note)
                    page.Element("p", note, ("class", "note"));
                Witnesses(page, check);
            }

            using (page.Open("td"))
            {
                page.Text(check.Level);
                if (isExamined)
                    page.Element("span", check.Claimed ? "claimed" : "not claimed", ("class", "claim"));
            }

            page.Element("td", isExamined ? Numbers.Count(check.Examined) : "", ("class", "n"), ("data-head", Examined));
            page.Element("td", isExamined ? Numbers.Count(check.Violations) : "", ("class", "n violations"), ("data-head", Violations));
        }
    }

    private static void Witnesses(HtmlPage page, AuditCheck check)
    {
        if (check.Witnesses.IsEmpty)
            return;
        using (page.Open("details", check.Passed ? [] : [("open", "open")]))
        {
            page.Element("summary", check.Witnesses.Length < check.Violations
                ? $"The first {check.Witnesses.Length} of {Numbers.Count(check.Violations)} violations"
                : "The violations");
            using (page.Open("ol", ("class", "witnesses")))
            {
                foreach (var witness in check.Witnesses)
                    page.Element("li", witness);
            }
        }
    }
}
