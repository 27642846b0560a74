namespace Marketplace.Driver.Target;

/// <summary>A target for one run.</summary>
/// <param name="target">The target.</param>
/// <param name="isKept">True if others go on with it.</param>
internal sealed class TargetOfRun(RunningTarget target, bool isKept) : IAsyncDisposable
{
    /// <summary>The target.</summary>
    public RunningTarget Target => target;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => isKept ? ValueTask.CompletedTask : target.DisposeAsync();
}
