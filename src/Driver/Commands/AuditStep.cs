using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>The steps "collect", "audit" and "report": they work on the folder of a run.</summary>
internal sealed class AuditStep(DriverHost host, RunFolder folder, IRunDisplay display)
{
    /// <summary>
    /// Compares the history with what the driver counted while it submitted: is there a result for every transaction? Where results are
    /// collected, one that never came is none.
    /// </summary>
    /// <returns>Transactions submitted, and those of which the history has a result.</returns>
    public (long Submitted, long Collected) Collect(RunManifest manifest)
    {
        var collected = new HistoryReader(folder.History).Read()
            .LongCount(operation => operation.Kind.IsOfMix());
        return (manifest.Driver.Submitted.Values.Sum(), collected - (manifest.Driver.Receipts?.Missing ?? 0));
    }

    /// <summary>Audits the run, and adds what was found to its summary.</summary>
    /// <param name="targets">Base addresses of the target, drained and not cleaned; the first is asked first.</param>
    /// <exception cref="TargetException">The target did not answer.</exception>
    public async Task<RunResults> Audit(RunResults results, IReadOnlyList<Uri> targets)
    {
        var manifest = results.Manifest;
        var history = new HistoryReader(folder.History);
        var request = new AuditRequest(targets, manifest.Scenario, manifest.Data, history, manifest.Driver)
        {
            FactsFolder = manifest.Scenario.Audit.Keep ? folder.Facts : null,
        };
        AuditResult audit;
        try
        {
            audit = await host.Audit.Run(request, display.Details(), host.Interrupt);
        }
        catch (HttpRequestException error)
        {
            throw new TargetException($"{string.Join(", ", targets)} did not answer the audit: {error.Message}", error);
        }

        var audited = results with { Summary = results.Summary with { Audit = audit } };
        await folder.WriteSummary(audited.Summary, host.Interrupt);
        return audited;
    }

    public Task<string> Report(RunResults results) =>
        host.Report.Write(results, folder.Path, CancellationToken.None);
}
