using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Calls;
using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Local;

/// <summary>One grain in memory, in one process. References to the grain have it as their runtime: one that has left hands calls on.</summary>
internal sealed partial class Activation : TurnRunner
{
    private readonly GrainClass _class;
    private GrainReference? _untyped;
    private Activation? _successor;
    private object? _grain;

    public Activation(GrainClass grainClass, IdSpan key)
        : base(grainClass, key) => _class = grainClass;

    public bool IsGone => Status == ActivationStatus.Gone;

    /// <summary>Whether its grain is in memory, or about to be: something has come for it, and it has not left.</summary>
    public bool IsInUse => Status is > ActivationStatus.New and < ActivationStatus.Gone || !IsIdle;
    protected override IGrainContext Context => this;
    private LocalEngine Engine => _class.Engine;

    // Whoever has a reference may have it for long: longer than this activation lives.
    private Activation Successor => _successor is { IsGone: false } successor ? successor : _successor = _class.Get(Key);

    public override object Cast(IAddressable grain, Type interfaceType) => interfaceType.IsInstanceOfType(grain) && grain is GrainReference
        ? grain
        : Engine.ReferenceTo(grain.GetGrainId(), interfaceType);

    protected override ValueTask<TResult?> Send<TResult>(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
        where TResult : default =>
        IsGone && !Engine.IsStopped
            ? Successor.Call<TResult>(reference, invokable, options)
            : new(Dispatch(NewRequest<TResult>(invokable, options)));

    protected override ValueTask Send(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if ((options & InvokeMethodOptions.OneWay) != 0)
        {
            SendOneWay(reference, invokable, options);
            return default;
        }

        return IsGone && !Engine.IsStopped
            ? Successor.Call(reference, invokable, options)
            : new(Dispatch(NewRequest<NoResult>(invokable, options)));
    }

    protected override ValueTask<Response?> SendForResponse(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if ((options & InvokeMethodOptions.OneWay) != 0)
        {
            SendOneWay(reference, invokable, options);
            return new(Response.Completed);
        }

        return IsGone && !Engine.IsStopped
            ? Successor.CallForResponse(reference, invokable, options)
            : new(Dispatch(NewRequest<Response>(invokable, options)));
    }

    protected override void SendOneWay(GrainReference reference, IInvokable invokable, InvokeMethodOptions options) =>
        _ = Dispatch(NewRequest<NoResult>(invokable, options | InvokeMethodOptions.OneWay));

    protected override ValueTask<TResult?> SendThroughFilters<TResult>(
        GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
        where TResult : default =>
        OutgoingCall.Run<TResult>(reference, invokable, options, this, Engine, Engine.OutgoingFilters);

    protected override ValueTask SendThroughFilters(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        var running = OutgoingCall.Run<NoResult>(reference, invokable, options, this, Engine, Engine.OutgoingFilters);
        return running.IsCompletedSuccessfully ? ValueTask.CompletedTask : new(running.AsTask());
    }

    protected override void PassOn(GrainRequest request)
    {
        if (Engine.IsStopped)
        {
            Engine.Pending.Remove(request);
            request.Cancellation?.Dispose();
            request.TryFail(Stopped());
            return;
        }

        request.Target = Successor;
        request.Target.Enqueue(request);
    }

    /// <summary>Has the grain take an event.</summary>
    public Task Deliver(HostInvokable delivery) => IsGone && !Engine.IsStopped
        ? Successor.Deliver(delivery)
        : Dispatch(new CallRequest<NoResult>(this, delivery, InvokeMethodOptions.None));

    // A reference that nobody can call by, for what only casts it.
    private GrainReference UntypedReference() => _untyped ??= new AnonymousReference(Engine.References.Shared(_class.GrainType, default, this), Key);

    private Task<TResult?> Dispatch<TResult>(CallRequest<TResult> request) =>
        Engine.IsStopped ? Task.FromException<TResult?>(Stopped()) : Await(request);

    private SiloUnavailableException Stopped() => new($"The engine has stopped: grain {GrainId} can't be called.");

    private sealed class AnonymousReference(GrainReferenceShared shared, IdSpan key) : GrainReference(shared, key);
}
