using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target;

/// <summary>Where runs get their targets.</summary>
internal interface ITargets
{
    /// <summary>Gets the target of a run, ready.</summary>
    /// <param name="logPath">Where the output of a silo goes that is started for it.</param>
    /// <returns>The target; disposing of it ends what the run has of it.</returns>
    /// <exception cref="TargetException">It could not be started or reached.</exception>
    Task<TargetOfRun> TakeAsync(Scenario scenario, string logPath, CancellationToken cancellationToken);
}

/// <summary>A target for one run.</summary>
/// <param name="isKept">True if others go on with it.</param>
internal sealed class TargetOfRun(RunningTarget target, bool isKept) : IAsyncDisposable
{
    /// <summary>The target.</summary>
    public RunningTarget Target => target;

    public ValueTask DisposeAsync() => isKept ? ValueTask.CompletedTask : target.DisposeAsync();
}
