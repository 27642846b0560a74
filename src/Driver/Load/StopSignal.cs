namespace Marketplace.Driver.Load;

/// <summary>Tells the workers to begin no further transaction. Those in flight run to their end.</summary>
internal sealed class StopSignal
{
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>True once stopped.</summary>
    public bool IsStopped => _stopped.Task.IsCompleted;

    /// <summary>Completes when stopped.</summary>
    public Task Stopped => _stopped.Task;

    /// <summary>Stops; again does nothing.</summary>
    public void Stop() => _stopped.TrySetResult();
}
