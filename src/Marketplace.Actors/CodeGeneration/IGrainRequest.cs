using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>A request as the engine handles it, whatever its result.</summary>
internal interface IGrainRequest : IInvokable, IWorkItem
{
    GrainMethod Method { get; }

    ref GrainRequestState State { get; }

    /// <summary>The task that the caller awaits.</summary>
    Task Answer { get; }

    IWorkItem? IWorkItem.Next
    {
        get => State.Next;
        set => State.Next = value;
    }

    /// <summary>To be called when the running task is complete, in a turn of the activation.</summary>
    Action Completion { get; }

    /// <summary>Whether the request belongs to one activation, and ends with it instead of going to the next one.</summary>
    bool IsOfActivation => false;

    /// <summary>Whether the request counts as use of the grain, which keeps it from being collected as idle.</summary>
    bool IsUse => true;

    Task Call(object grain);

    /// <summary>Answers with the outcome of a completed task; false when the caller has an answer already, such as a time-out.</summary>
    bool TryComplete(Task task);

    bool TryFail(Exception exception);

    bool TryAnswer(object? result);

    object? ResultOf(Task task);
}

/// <summary>Something that waits in the mailbox of an activation: linked there without an allocation.</summary>
internal interface IWorkItem
{
    IWorkItem? Next { get; set; }
}

/// <summary>The base of activations: they bring awaits back to their turns, and are told when a request of theirs completes.</summary>
internal abstract class RequestRunner : SynchronizationContext
{
    public abstract void Completed(IGrainRequest request);
}

/// <summary>What the engine keeps with a request.</summary>
internal struct GrainRequestState
{
    /// <summary>The next item of the list in which the request waits.</summary>
    public IWorkItem? Next;

    /// <summary>Neighbours among the requests that share a deadline.</summary>
    public IGrainRequest? EarlierDue;
    public IGrainRequest? LaterDue;

    /// <summary>The deadline's slot; negative when it has none.</summary>
    public int DueSlot;

    public GrainReference Target;

    /// <summary>The calling activation; null when the caller isn't a grain.</summary>
    public IEngineGrainContext? Caller;

    public RequestContextData? Context;

    /// <summary>The activation and the task of the method, once it runs.</summary>
    public RequestRunner? Activation;
    public Task? Running;
}
