using System.Collections.Immutable;
using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Driver.Load.Records;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Commands;

/// <summary>Audits a run of the record service: a wrong answer that is fast is no result.</summary>
/// <param name="evidence">What the driver read and wrote.</param>
/// <param name="count">Counts the items that are stored.</param>
/// <param name="item">Reads an item as JSON; null if there is none.</param>
internal sealed class RecordsAudit(RecordEvidence evidence, Func<Task<long>> count, Func<long, Task<string?>> item)
{
    private const string Criterion = "records";
    private const int WitnessesMax = 10;

    /// <param name="rows">Items of the seed.</param>
    /// <param name="withItems">True if the workload wrote items.</param>
    public async Task<AuditResult> Run(int rows, bool withItems)
    {
        var checks = ImmutableArray.CreateBuilder<AuditCheck>();
        var (read, wrong) = evidence.Form;
        checks.Add(Check(
            "records.form",
            "Each answer is complete, has the key that was asked for, and is what its writer wrote.",
            read,
            wrong,
            evidence.Witnesses));
        if (withItems)
        {
            checks.Add(await Counted(rows));
            checks.Add(await Last());
        }

        return new AuditResult(checks.All(check => check.Passed), checks.ToImmutable(), []);
    }

    private async Task<AuditCheck> Counted(int rows)
    {
        var (known, unknown) = evidence.Creations;
        var stored = await count();
        var isRight = stored >= rows + known && stored <= rows + known + unknown;
        return Check(
            "records.count",
            "There are as many items as were seeded and created.",
            stored,
            isRight ? 0 : 1,
            isRight ? [] : [$"{stored} items are stored; {rows} were seeded, {known} created, and of {unknown} that is not known"]);
    }

    private async Task<AuditCheck> Last()
    {
        var (examined, witnesses) = (0, new List<string>());
        foreach (var id in evidence.Sampled)
        {
            examined++;
            var stored = await item(id) is { } json ? JsonSerializer.Deserialize(json, RecordsJson.Default.Item) : null;
            if (stored is null) witnesses.Add($"item {id} is gone");
            else if (!RecordEvidence.IsWhole(stored)) witnesses.Add($"item {id} is not what its writer wrote");
            else if (!evidence.MayBeLast(id, stored.Mark))
                witnesses.Add($"item {id} holds write {stored.Mark.Sequence} of writer {stored.Mark.Writer}, which a later one replaced");
        }

        return Check(
            "records.last",
            "What is stored was acknowledged or is of unknown outcome, and no write that was sent after its acknowledgement replaced it.",
            examined,
            witnesses.Count,
            [.. witnesses.Take(WitnessesMax)]);
    }

    /// <summary>What a check comes to.</summary>
    public static AuditCheck Check(string id, string statement, long examined, long violations, ImmutableArray<string> witnesses) => examined == 0
        ? new AuditCheck(id, Criterion, statement, AuditCheck.NotExamined, true, 0, 0, [], true, Reason: "there was nothing to examine")
        : new AuditCheck(id, Criterion, statement, violations == 0 ? "holds" : "violated", true, examined, violations, witnesses, violations == 0);
}
