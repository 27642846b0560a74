using Orleans;
using Orleans.Runtime;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>The engine's side of the references to the grains of one class.</summary>
internal abstract class GrainCalls
{
    public abstract GrainType GrainType { get; }

    public abstract IGrainFactory GrainFactory { get; }

    /// <summary>Begins a turn on this thread, if the grain is active and idle and the scheduler runs calls inline.</summary>
    public abstract bool TryEnter(GrainReference reference, GrainMethod method, out Turn turn);

    /// <summary>Ends a turn whose method is complete.</summary>
    public abstract void Leave(in Turn turn);

    /// <summary>Ends a turn whose method is pending.</summary>
    /// <returns>The answer, which can also be a time-out.</returns>
    public abstract Task<TResult> LeavePending<TResult>(in Turn turn, GrainMethod method, Task running);

    public abstract void Send(GrainReference reference, IGrainRequest request);
}
