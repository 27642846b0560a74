using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Audit;

/// <summary>How many checks came to what: the same numbers in console, report, summary.json and exit code.</summary>
/// <param name="Examined">Checks that were examined: clean, violated or violatedNotClaimed.</param>
/// <param name="Clean">Those without any violation.</param>
/// <param name="Violated">Those with violations of levels that the settings claim; any fails the run.</param>
/// <param name="ViolatedNotClaimed">Those with violations of levels that are not claimed.</param>
/// <param name="NotExamined">Checks that were not examined, and did not have to be.</param>
/// <param name="Missing">Checks that were not examined and had to be; any fails the run.</param>
public sealed record AuditVerdict(int Examined, int Clean, int Violated, int ViolatedNotClaimed, int NotExamined, int Missing)
{
    /// <summary>Counts.</summary>
    public static AuditVerdict Of(ImmutableArray<AuditCheck> checks)
    {
        int Count(CheckVerdict verdict) => checks.Count(check => check.Verdict == verdict);
        var (clean, violated, notClaimed) = (Count(CheckVerdict.Clean), Count(CheckVerdict.Violated), Count(CheckVerdict.ViolatedNotClaimed));
        return new AuditVerdict(
            clean + violated + notClaimed, clean, violated, notClaimed, Count(CheckVerdict.NotExamined), Count(CheckVerdict.Missing));
    }

    /// <summary>The verdict in words: what was examined and found, and what was not examined and why.</summary>
    public static string Sentence(ImmutableArray<AuditCheck> checks)
    {
        var verdict = Of(checks);
        var found = new List<string>();
        if (verdict.Violated > 0)
            found.Add($"{verdict.Violated} found violations of claimed levels: {Violations(checks, CheckVerdict.Violated)}");
        if (verdict.ViolatedNotClaimed > 0)
        {
            found.Add($"{verdict.ViolatedNotClaimed} found violations of levels that are not claimed: "
                + Violations(checks, CheckVerdict.ViolatedNotClaimed));
        }

        var sentences = new List<string>
        {
            found.Count > 0 ? $"{verdict.Examined} examined: {string.Join("; ", found)}."
                : verdict.Examined > 0 ? $"{verdict.Examined} checks examined: clean."
                : "0 checks examined.",
        };
        if (verdict.Missing > 0)
        {
            var missing = checks.Where(check => check.Verdict == CheckVerdict.Missing).GroupBy(check => check.Reason!)
                .Select(reason => $"{string.Join(", ", reason.Select(check => check.Id))} ({reason.Key})");
            sentences.Add($"{verdict.Missing} not examined that should have been: {string.Join("; ", missing)}.");
        }

        if (verdict.NotExamined > 0)
            sentences.Add($"{verdict.NotExamined} not examined ({Reasons(checks)}).");
        return string.Join(" ", sentences);
    }

    private static string Violations(ImmutableArray<AuditCheck> checks, CheckVerdict verdict) => string.Join(", ", checks
        .Where(check => check.Verdict == verdict)
        .Select(check => string.Create(CultureInfo.InvariantCulture, $"{check.Id} ({check.Violations:#,0})")));

    private static string Reasons(ImmutableArray<AuditCheck> checks)
    {
        var reasons = checks.Where(check => check.Verdict == CheckVerdict.NotExamined).GroupBy(check => check.Reason!)
            .Select(reason => (Text: reason.Key, Count: reason.Count())).OrderByDescending(reason => reason.Count).ToList();
        return reasons is [var only] ? only.Text : string.Join("; ", reasons.Select(reason => $"{reason.Text}: {reason.Count}"));
    }
}
