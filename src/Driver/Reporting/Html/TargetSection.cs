namespace Marketplace.Driver.Reporting.Html;

/// <summary>How the requests were spread over several targets; nothing for a single one.</summary>
internal static class TargetSection
{
    public static void Write(HtmlPage page, RunSummary summary)
    {
        if (summary.Targets is not { } targets)
            return;
        using (page.Open("section"))
        {
            page.Element("h2", "Targets");
            page.Element("p", "The workers are spread evenly over the targets that are ready. What a target refused went to another one, "
                + "because nothing of it had been sent.");
            Tables.Numeric(
                page,
                "HTTP requests of the measurement",
                ["Target", "requests", "requests/s", "errors", "refused"],
                targets.Select(target => (IReadOnlyList<string>)
                [
                    target.Url,
                    Numbers.Count(target.Requests),
                    Numbers.Rate(target.RequestThroughput),
                    Numbers.Count(target.Errors),
                    Numbers.Count(target.Refused),
                ]));
            var changed = targets.Where(target => !target.Changes.IsEmpty).ToList();
            if (changed.Count > 0)
            {
                page.Element("h3", "Readiness, in seconds since the start of the warm-up");
                Tables.Pairs(page, changed.Select(target => (target.Url, Changes(target))));
            }
        }
    }

    private static string Changes(TargetSummary target) => string.Join(
        ", ",
        target.Changes.Select(change => $"{(change.IsReady ? "ready" : "not ready")} from {Numbers.Coordinate(change.Second)} s"));
}
