using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Load.Records;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;
using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Commands;

/// <summary>A run of YCSB on a database, without a service before it: start, restore, settle, submit, audit.</summary>
internal sealed class DatabaseRun(DriverHost host, ITargets targets, Scenario scenario, RunFolder folder, IRunDisplay display)
{
    /// <summary>Which repeat of a sweep it is of, from 1; null if it stands alone.</summary>
    public int? Repeat { get; init; }

    /// <returns>The outcome, as an exit code with the lines to print.</returns>
    /// <exception cref="TargetException">The database could not be started, or failed.</exception>
    /// <exception cref="OperationCanceledException">Interrupted before anything was submitted.</exception>
    public async Task<RunOutcome> Run()
    {
        display.Phase("start");
        var rows = new LaunchedRecords(scenario.Target.Database!).SeedRows;
        await using var taken = await targets.Take(scenario, folder.SiloLog, host.Interrupt);
        display.Phase("restore");
        var table = await taken.Target.Database!.Open(scenario, Repeat);
        var workload = new YcsbWorkload(scenario, table, rows, host.Time);
        await Ask(async () =>
        {
            await workload.ReadSampled(workload.Evidence.Before, host.Interrupt);
            return true;
        });
        var step = new LoadStep(host, scenario, folder, display, new Writing()) { ReadStore = () => Reading(table) };
        await step.Settle();
        display.Phase("submit");
        table.Pool.Forget();
        var results = await step.Run(taken.Target, workload);
        return await step.Audit(results, () => Ask(() => new YcsbAudit(workload).Run(host.Interrupt)));
    }

    private static ServiceReading? Reading(IUserTable table) =>
        ServiceReading.Parse(string.Join('\n', table.Pool.Lines())) is { } reading ? reading with { Database = table.Server } : null;

    private static async Task<T> Ask<T>(Func<Task<T>> ask)
    {
        try
        {
            return await ask();
        }
        catch (Exception error) when (error is StoreException or PoolExhaustedException)
        {
            throw new TargetException($"The database failed: {error.Message}", error);
        }
    }
}
