using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Tests.Graph;

/// <summary>Histories as a silo records them, made by hand.</summary>
internal static class Recorded
{
    /// <summary>A committed transaction: "r x@1" reads, "w x@2" makes a version; x, y, z are sellers, other names are spelled out.</summary>
    public static TransactionExport Transaction(int number, params string[] accesses) => new(
        $"{World.Run}-{number}",
        "checkout",
        1,
        AttemptOutcome.Committed,
        null,
        [.. Of(accesses, "r ")],
        [.. Of(accesses, "w ")]);

    /// <summary>The audit of a marketplace that recorded these.</summary>
    public static Task<AuditResult> AuditOf(params TransactionExport[] history) =>
        new World { Recorded = [.. history] }.Audit();

    /// <summary>The audit under a protocol that claims to be serializable.</summary>
    public static Task<AuditResult> Claimed(params TransactionExport[] history) =>
        new World { Recorded = [.. history] }.Audit(Guarantee.AllServices);

    private static IEnumerable<string> Of(string[] accesses, string kind) => accesses
        .Where(access => access.StartsWith(kind, StringComparison.Ordinal))
        .Select(access => access[kind.Length..])
        .Select(name => name[0] is >= 'x' and <= 'z' && name[1] == '@' ? $"seller/{name[0] - 'x' + 1}{name[1..]}" : name);
}
