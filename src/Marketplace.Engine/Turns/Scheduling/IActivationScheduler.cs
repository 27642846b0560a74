namespace Marketplace.Engine.Turns.Scheduling;

/// <summary>Where the turns of activations run. The only thing that a simulation replaces.</summary>
internal interface IActivationScheduler
{
    /// <summary>The execution context of a turn before the grain's code has touched it.</summary>
    ExecutionContext DefaultExecutionContext { get; }

    /// <summary>Runs an item later.</summary>
    /// <param name="behindOthers">Whether everything that is scheduled already comes first.</param>
    void Schedule(IThreadPoolWorkItem item, bool behindOthers = false);

    /// <summary>Whether the caller may run a turn of another activation right here; if so, <see cref="EndInline"/> follows it.</summary>
    bool TryBeginInline();

    /// <summary>Ends what <see cref="TryBeginInline"/> began.</summary>
    void EndInline();
}
