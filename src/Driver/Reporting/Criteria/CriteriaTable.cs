namespace Marketplace.Driver.Reporting.Criteria;

/// <summary>The table of presets and criteria in Markdown: bold is claimed, and held.</summary>
internal static class CriteriaTable
{
    /// <summary>Stands where a preset did not run.</summary>
    public const string NotRun = "–";

    /// <summary>The table, and below it what did not run.</summary>
    public static IEnumerable<string> Lines(CriteriaResult result)
    {
        string[] head = ["criterion", .. CriteriaList.Presets.Select(preset => $"`{preset}`")];
        var rows = CriteriaList.All.Select(criterion => (IReadOnlyList<string>)
            [criterion.Name, .. CriteriaList.Presets.Select(preset => Cell(result, preset, criterion.Name))]);
        foreach (var line in MarkdownTable.Lines(head, rows, head.Length))
            yield return line;
        yield return "";
        yield return $"Scenario `{result.Scenario}`, version {result.DriverVersion}, {result.Machine.Cores} cores, {result.Machine.Runtime}.";
        foreach (var run in result.Presets.Where(run => run.Problem is not null))
            yield return $"Not run: `{run.Preset}`{(run.AuditLog ? " with audit log" : "")}: {run.Problem}";
    }

    private static string Cell(CriteriaResult result, string preset, string criterion)
    {
        var without = Text(result, preset, auditLog: false, criterion);
        var with = Text(result, preset, auditLog: true, criterion);
        return without == with ? without : $"{without}; with audit log {with}";
    }

    private static string Text(CriteriaResult result, string preset, bool auditLog, string criterion)
    {
        var run = result.Presets.FirstOrDefault(run => run.Preset == preset && run.AuditLog == auditLog);
        return run?.Criteria.FirstOrDefault(found => found.Criterion == criterion) switch
        {
            null => NotRun,
            { Broken: true } broken => $"{broken.Level} (**claim broken**)",
            { Claimed: true } held => $"**{held.Level}**",
            var found => found.Level,
        };
    }
}
