namespace Marketplace.Actors.CodeGeneration;

/// <summary>A turn that runs on the caller's thread: the grain object to call, and what to restore afterwards.</summary>
public struct Turn
{
    /// <summary>The grain object.</summary>
    public object Grain { get; internal set; }

    internal RequestRunner Activation { get; set; }

    internal SynchronizationContext? OuterSynchronization { get; set; }

    internal ExecutionContext OuterExecution { get; set; }
}
