using Orleans.Runtime;
using Orleans.Streams;

namespace Orleans;

/// <summary>
/// The activation whose turn runs on this thread. The engine's activations are synchronization contexts, so the one that brings
/// awaits back to an activation also names it: nothing else has to be kept in step.
/// </summary>
internal static class RuntimeContext
{
    public static IGrainContext? Current => SynchronizationContext.Current as IGrainContext;
}

/// <summary>What a grain asks of its activation beyond the public context.</summary>
internal interface IEngineGrainContext : IGrainContext
{
    IGrainFactory GrainFactory { get; }

    /// <exception cref="KeyNotFoundException">No provider has that name.</exception>
    IStreamProvider GetStreamProvider(string name);

    void DelayDeactivation(TimeSpan timeSpan);

    /// <summary>Lets requests of the call chain interleave here until the matching exit.</summary>
    void EnterReentrantSection(object callChain);

    void ExitReentrantSection(object callChain);
}
