using System.Collections.Immutable;
using System.Net.Sockets;
using Marketplace.Audit;
using Marketplace.Driver.Load;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Criteria;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;
using Marketplace.Driver.Target.Servers;

namespace Marketplace.Driver.Commands;

/// <summary>Runs every preset, without and with audit log, and gathers what the audits tell of the criteria.</summary>
/// <param name="load">Loads the scenario with overrides ("path=value").</param>
/// <param name="run">Runs a scenario under a name, and gives its audit; null if it has none.</param>
internal sealed class CriteriaStudy(Func<IEnumerable<string>, Scenario> load, Func<string, Scenario, Task<AuditResult?>> run)
{
    /// <summary>Makes the runs.</summary>
    public async Task<CriteriaResult> Run(string version, MachineInfo machine, Action<PresetResult> found)
    {
        var presets = ImmutableArray.CreateBuilder<PresetResult>();
        foreach (var preset in CriteriaList.Presets)
        {
            foreach (var auditLog in new[] { false, true })
            {
                presets.Add(await Run(preset, auditLog));
                found(presets[^1]);
            }
        }

        return new CriteriaResult(load([]).Name, version, machine, presets.ToImmutable());
    }

    private async Task<PresetResult> Run(string preset, bool auditLog)
    {
        try
        {
            var scenario = load([$"target.launch.Preset={preset}", $"target.launch.AuditLog={(auditLog ? "postgres" : "none")}"]);
            return await run(auditLog ? $"{preset}-log" : preset, scenario) is { } audit
                ? new PresetResult(preset, auditLog, null, audit.Passed, audit.Sentence,
                    [.. CriteriaList.All.Select(criterion => criterion.Of(audit))])
                : Failed(preset, auditLog, "the run was not audited");
        }
        catch (Exception error) when (error is TargetException or ServersException or LoadException or SocketException)
        {
            // A silo that can't be what the preset says tells so in its last words; the other presets can be run.
            return Failed(preset, auditLog, error.Message.Trim().Split('\n')[^1].Trim());
        }
    }

    private static PresetResult Failed(string preset, bool auditLog, string problem) => new(preset, auditLog, problem, false, null, []);
}
