using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target;

/// <summary>Each run has a silo of its own, if its scenario launches one.</summary>
/// <param name="time">The clock.</param>
/// <param name="started">Told each silo at once, so that it can be killed with the driver.</param>
internal sealed class NewTargets(TimeProvider time, Action<SiloProcess> started) : ITargets
{
    /// <inheritdoc/>
    public async Task<TargetOfRun> TakeAsync(Scenario scenario, string logPath, CancellationToken cancellationToken) =>
        new(await RunningTarget.StartAsync(scenario, logPath, time, started, cancellationToken), isKept: false);
}
