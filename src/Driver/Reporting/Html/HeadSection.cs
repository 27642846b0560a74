using Marketplace.Audit;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>The head of the report: what ran, how it went, in figures to be read from afar.</summary>
internal static class HeadSection
{
    public static void Write(HtmlPage page, RunResults results)
    {
        var (manifest, summary) = (results.Manifest, results.Summary);
        using (HtmlDocument.Head(page, summary.Name))
        {
            var when = $"Run {manifest.Run} · {manifest.Clock.Utc:yyyy-MM-dd HH:mm} UTC";
            page.Element("p", $"{when} · {Target(manifest)} · {Load(manifest.Scenario.Load)}", ("class", "lead"));
            Warnings(page, results);
        }

        using (page.Open("section", ("class", "tiles"), ("aria-label", "Headline figures")))
        {
            var interval = summary.ThroughputInterval > 0 ? $" ± {Numbers.Rate(summary.ThroughputInterval)}" : "";
            var detail = $"committed{interval}, over {summary.MeasuredSeconds:0.#} s";
            Tile(page, "Throughput", Numbers.Rate(summary.Throughput), "tx/s", detail, "main");
            Audit(page, summary.Audit);
            if (summary.Transactions.TryGetValue("checkout", out var checkout) && checkout.Submitted > 0)
                Tile(page, "Checkout p99", Numbers.Ms(checkout.LatencyMs.P99), "ms", $"median {Numbers.Ms(checkout.LatencyMs.P50)} ms", "");
            Tile(page, "Completed", Numbers.Rate(summary.CompletedThroughput), "tx/s", "with rejected and payment-failed ones", "");
            Tile(page, "HTTP requests", Numbers.Rate(summary.RequestThroughput), "/s", "adds and seals included", "");
        }
    }

    private static string Target(RunManifest manifest)
    {
        var target = manifest.Scenario.Target;
        if (target.Launch is { } launch)
        {
            var preset = launch.FirstOrDefault(setting => setting.Key.Equals("Preset", StringComparison.OrdinalIgnoreCase)).Value;
            var silo = target.Silo is { } program ? $"launched silo {program}" : "launched silo";
            return preset is null ? silo : $"{silo}, preset {preset}";
        }

        return target.Reference is { } reference ? $"reference target {reference}" : string.Join(", ", manifest.Target);
    }

    private static string Load(Scenarios.LoadSettings load) => load.Rate is { } rate
        ? $"open loop, {Numbers.Rate(rate)} tx/s {load.Arrivals}"
        : $"closed loop, {load.Concurrency} in flight";

    private static void Warnings(HtmlPage page, RunResults results)
    {
        if (results.Manifest.Interrupted)
            Warn(page, "The run was interrupted: the figures cover what was done until then.");
        if (results.Manifest.Build == "Debug")
            Warn(page, "The driver is a Debug build: measure with a Release build.");
        if (results.Summary.WarmUp.Steady == false && !results.Manifest.Interrupted)
            Warn(page, WarmUpText.Of(results.Summary.WarmUp));

        // A driver that can't keep up sends late: that is one cause.
        var lag = results.Summary.Driver.LagWarning is { } late ? $"Latencies have a part of the driver's own: {late}." : null;
        if (results.Summary.Driver.Bottleneck is { } bottleneck)
            Warn(page, $"The driver, not the target, bounded this result: {bottleneck}. {lag}".TrimEnd());
        else if (lag is not null)
            Warn(page, lag);
    }

    private static void Warn(HtmlPage page, string text) => page.Element("p", text, ("class", "warning"), ("role", "note"));

    private static void Audit(HtmlPage page, AuditResult? audit)
    {
        if (audit is null)
        {
            Tile(page, "Audit", "not run", "", "nothing was checked", "");
            return;
        }

        var (value, style) = audit.Verdict switch
        {
            _ when !audit.Passed => ("failed", "bad"),
            { ViolatedNotClaimed: > 0 } => ("violations", "warn"),
            { Examined: 0 } => ("nothing examined", ""),
            _ => ("clean", "good"),
        };
        Tile(page, "Audit", value, "", audit.Sentence, style);
    }

    private static void Tile(HtmlPage page, string name, string value, string unit, string detail, string style)
    {
        using (page.Open("div", ("class", $"tile {style}")))
        {
            page.Element("p", name, ("class", "name"));
            using (page.Open("p", ("class", "value")))
            {
                page.Text(value);
                if (unit.Length > 0)
                    page.Element("span", $" {unit}", ("class", "unit"));
            }

            page.Element("p", detail, ("class", "detail"));
        }
    }
}
