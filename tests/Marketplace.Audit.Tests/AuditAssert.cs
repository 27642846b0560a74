using Xunit;

namespace Marketplace.Audit.Tests;

/// <summary>Assertions over a whole audit: what is expected is found, and nothing else.</summary>
internal static class AuditAssert
{
    /// <summary>The check of this name.</summary>
    public static AuditCheck Check(this AuditResult result, string id) => result.Checks.Single(check => check.Id == id);

    /// <summary>Exactly these checks have exactly so many violations.</summary>
    public static void Violations(AuditResult result, params (string Check, long Violations)[] expected)
    {
        var found = result.Checks.Where(check => check.Violations > 0).ToDictionary(check => check.Id, check => check.Violations);
        var witnesses = string.Join('\n', result.Checks.SelectMany(check => check.Witnesses.Select(witness => $"{check.Id}: {witness}")));
        Assert.True(
            found.Count == expected.Length && expected.All(e => found.GetValueOrDefault(e.Check) == e.Violations),
            $"Expected {string.Join(", ", expected)}, found {string.Join(", ", found)}.\n{witnesses}");
    }

    /// <summary>A check has a witness that contains all these texts.</summary>
    public static void Witness(AuditResult result, string check, params string[] texts) =>
        Assert.Contains(result.Checks.Single(c => c.Id == check).Witnesses, witness => texts.All(witness.Contains));
}
