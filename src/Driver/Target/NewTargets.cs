using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target;

/// <summary>Each run has a silo of its own, if its scenario launches one.</summary>
internal sealed class NewTargets(TimeProvider time, ISiloLauncher launcher) : ITargets
{
    public async Task<TargetOfRun> TakeAsync(Scenario scenario, string logPath, CancellationToken cancellationToken) =>
        new(await RunningTarget.StartAsync(scenario, logPath, time, launcher, cancellationToken), isKept: false);
}
