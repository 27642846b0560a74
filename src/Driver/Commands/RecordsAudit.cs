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
    private const int ReadsAtOnce = 10;

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
        var ((created, maybeCreated), (deleted, maybeDeleted)) = (evidence.Creations, evidence.Deletions);
        var stored = await count();
        var expected = rows + created - deleted;
        var isRight = stored >= expected - maybeDeleted && stored <= expected + maybeCreated;
        return Check(
            "records.count",
            "There are as many items as were seeded and created, without those that were deleted.",
            rows + created,
            isRight ? 0 : 1,
            isRight ? [] :
            [
                $"{stored} items are stored; {rows} were seeded, {created} created, and of {maybeCreated} that is not known; "
                + $"{deleted} were deleted, and of {maybeDeleted} that is not known",
            ]);
    }

    private async Task<AuditCheck> Last()
    {
        var (examined, witnesses) = (0, new List<string>());
        foreach (var (id, text) in await Read(evidence.Sampled))
        {
            examined++;
            var stored = text is { } json ? JsonSerializer.Deserialize(json, RecordsJson.Default.Item) : null;
            if (stored is null && evidence.MayBeGone(id)) continue;
            if (stored is null) witnesses.Add($"item {id} is gone");
            else if (!RecordEvidence.IsWhole(stored)) witnesses.Add($"item {id} is not what its writer wrote");
            else if (!evidence.MayBeLast(id, stored.Mark))
                witnesses.Add($"item {id} holds write {stored.Mark.Sequence} of writer {stored.Mark.Writer}, which is not the last one");
        }

        return Check(
            "records.last",
            "What is stored was acknowledged or is of unknown outcome, and no write that was sent after its acknowledgement replaced or deleted it.",
            examined,
            witnesses.Count,
            [.. witnesses.Take(WitnessesMax)]);
    }

    // Several at a time: the service may hold each for a while.
    private async Task<List<(long Id, string? Item)>> Read(IEnumerable<long> ids)
    {
        var read = new List<(long Id, string? Item)>();
        foreach (var some in ids.Chunk(ReadsAtOnce))
            read.AddRange(some.Zip(await Task.WhenAll(some.Select(item))));
        return read;
    }

    /// <summary>What a check comes to.</summary>
    public static AuditCheck Check(string id, string statement, long examined, long violations, ImmutableArray<string> witnesses) => examined == 0
        ? new AuditCheck(id, Criterion, statement, AuditCheck.NotExamined, true, 0, 0, [], true, Reason: "there was nothing to examine")
        : new AuditCheck(id, Criterion, statement, violations == 0 ? "holds" : "violated", true, examined, violations, witnesses, violations == 0);
}
