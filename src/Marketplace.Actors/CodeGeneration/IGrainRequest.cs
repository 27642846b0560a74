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

    /// <summary>What flows with the request; only a request on its way has it, a running method has it in its own context.</summary>
    RequestContextData? Context => null;

    IWorkItem? IWorkItem.Next
    {
        get => State.Next;
        set => State.Next = value;
    }

    /// <summary>To be called when the running task is complete, in a turn of the activation.</summary>
    Action Completion { get; }

    /// <summary>Whether the request belongs to one activation, and ends with it instead of going to the next one.</summary>
    bool IsOfActivation => false;

    /// <summary>Whether this is a call, which filters see and limits hold for; ticks and events are the engine's own.</summary>
    bool IsCall => true;

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
    public abstract GrainId GrainId { get; }

    public abstract void Completed(IGrainRequest request);
}

/// <summary>What the engine keeps with a request: no more than needed, since every pending call has one.</summary>
internal struct GrainRequestState
{
    private object? _nextOrRunning;

    /// <summary>The next item of the list in which the request waits, before it runs.</summary>
    public IWorkItem? Next
    {
        readonly get => _nextOrRunning as IWorkItem;
        set => _nextOrRunning = value;
    }

    /// <summary>The task of the method, once it runs.</summary>
    public Task? Running
    {
        readonly get => _nextOrRunning as Task;
        set => _nextOrRunning = value;
    }

    /// <summary>Where the request is among those that share a deadline: list and position, from 1; no list is 0.</summary>
    public int DueList { get; set; }

    public int DuePosition { get; set; }

    /// <summary>The activation that has the request.</summary>
    public RequestRunner Activation { get; set; }

    /// <summary>The calling activation; null when the caller isn't a grain.</summary>
    public IEngineGrainContext? Caller { get; set; }
}
