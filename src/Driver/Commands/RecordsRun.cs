using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Load.Records;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>A run of the record service: start, reset, settle, submit, audit.</summary>
internal sealed class RecordsRun(DriverHost host, ITargets targets, Scenario scenario, RunFolder folder, IRunDisplay display)
{
    /// <returns>The outcome, as an exit code with the lines to print.</returns>
    /// <exception cref="TargetException">The service could not be started, or died.</exception>
    /// <exception cref="OperationCanceledException">Interrupted before anything was submitted.</exception>
    public async Task<RunOutcome> Run()
    {
        display.Phase("start");
        var rows = new LaunchedRecords(scenario.Target.Records!).SeedRows;
        await using var taken = await targets.Take(scenario, folder.SiloLog, host.Interrupt);
        var target = taken.Target;
        display.Phase("reset");
        await target.Records!.Reset(host.Interrupt);
        var step = new LoadStep(host, scenario, folder, display, new Writing());
        await step.Settle();
        display.Phase("submit");
        var workload = new RecordsWorkload(scenario, rows);
        var results = await step.Run(target, workload);
        return await step.Audit(results, () => new RecordsAudit(
            workload.Evidence,
            () => target.Records.Count(host.Interrupt),
            id => target.Records.Item(id, host.Interrupt)).Run(rows, withItems: scenario.Workload.Kind == "items"));
    }
}
