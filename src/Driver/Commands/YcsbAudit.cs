using System.Collections.Concurrent;
using Marketplace.Audit;
using Marketplace.Driver.Load.Records;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Commands;

/// <summary>Audits a run of YCSB by what the driver read and wrote, and by what the table holds after it.</summary>
internal sealed class YcsbAudit(YcsbWorkload workload)
{
    private const int WitnessesMax = 10;

    /// <exception cref="StoreException">The database failed.</exception>
    public async Task<AuditResult> Run(CancellationToken cancellationToken)
    {
        AuditCheck[] checks = [Form(), await Counted(), await Last(cancellationToken)];
        return new AuditResult(checks.All(check => check.Passed), [.. checks], []);
    }

    private AuditCheck Form()
    {
        var (read, wrong) = workload.Evidence.Form;
        return RecordsAudit.Check(
            "records.form",
            "Each record that was read is complete, has the key that was asked for, and each of its fields is what its writer wrote.",
            read,
            wrong,
            workload.Evidence.Witnesses);
    }

    private async Task<AuditCheck> Counted()
    {
        var (known, unknown) = workload.Evidence.Creations;
        var (stored, seeded) = (await workload.Table.Count(), workload.Rows);
        var isRight = stored >= seeded + known && stored <= seeded + known + unknown;
        return RecordsAudit.Check(
            "records.count",
            "There are as many records as were seeded and inserted.",
            seeded + known,
            isRight ? 0 : 1,
            isRight ? [] : [$"{stored} records are stored; {seeded} were seeded, {known} inserted, and of {unknown} that is not known"]);
    }

    private async Task<AuditCheck> Last(CancellationToken cancellationToken)
    {
        var (examined, problems) = (0, new ConcurrentQueue<string>());
        await workload.ReadSampled(
            (number, fields) =>
            {
                Interlocked.Increment(ref examined);
                if (workload.Evidence.Problem(number, fields) is { } problem) problems.Enqueue(problem);
            },
            cancellationToken);
        return RecordsAudit.Check(
            "records.last",
            "What is stored was there before, was acknowledged or is of unknown outcome, and no write that was sent after it was acknowledged "
            + "replaced it.",
            examined,
            problems.Count,
            [.. problems.Take(WitnessesMax)]);
    }
}
