namespace Marketplace.Driver.Target;

/// <summary>What runs the grains of a target, as its `/metrics` say.</summary>
/// <param name="Engine">Setting `Engine` of the silo: "orleans" or "local".</param>
/// <param name="LocalCalls">Setting `Orleans:LocalCalls` of the silo; null without Orleans.</param>
/// <param name="OrleansVersion">Version of the packages of Orleans; null if it is not said.</param>
internal sealed record TargetEngine(string Engine, string? LocalCalls, string? OrleansVersion)
{
    private const string Name = "marketplace_engine_info{";

    /// <summary>Reads it from metrics in the text format of Prometheus.</summary>
    /// <returns>Null if the metrics do not say it, as those of a public silo.</returns>
    public static TargetEngine? Parse(string metrics)
    {
        var line = Array.Find(metrics.Split('\n'), static line => line.StartsWith(Name, StringComparison.Ordinal));
        return line is not null && Label(line, "engine") is { } engine
            ? new TargetEngine(engine, Label(line, "local_calls"), Label(line, "orleans_version"))
            : null;
    }

    private static string? Label(string line, string name)
    {
        foreach (var start in (string[])[$"{{{name}=\"", $",{name}=\""])
        {
            var at = line.IndexOf(start, StringComparison.Ordinal);
            if (at < 0) continue;
            at += start.Length;
            var end = line.IndexOf('"', at);
            return end < 0 ? null : line[at..end];
        }

        return null;
    }
}
