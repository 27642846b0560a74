using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Calls;
using Marketplace.LocalEngine.Scheduling;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Activations;

/// <summary>One grain class in one engine: its traits, its activations by key, and the way of calls to them.</summary>
internal sealed class GrainClass : GrainCalls
{
    private readonly ConcurrentDictionary<IdSpan, Activation> _activations = new();
    private readonly Func<Activation, object> _construct;
    private readonly bool _inlinesCalls;

    public GrainClass(Engine engine, GrainClassTraits traits)
    {
        Engine = engine;
        Scheduler = engine.Groups.SchedulerOf(traits.Type);
        GrainType = GrainType.Create(traits.TypeName);
        IsReentrant = traits.IsReentrant;
        HasOnActivate = traits.HasOnActivate;
        HasOnDeactivate = traits.HasOnDeactivate;
        HasIncomingFilters = engine.HasIncomingFilters || traits.IsIncomingFilter;
        AgeLimit = engine.Collector.AgeLimitOf(traits.AgeLimit);
        _construct = traits.Construct;
        _inlinesCalls = !HasIncomingFilters && !engine.HasOutgoingFilters;
    }

    public Engine Engine { get; }

    /// <summary>Where the turns of the class run.</summary>
    public IActivationScheduler Scheduler { get; }

    public override GrainType GrainType { get; }

    public override IGrainFactory GrainFactory => Engine.GrainFactory;

    public bool IsReentrant { get; }

    public bool HasOnActivate { get; }

    public bool HasOnDeactivate { get; }

    public bool HasIncomingFilters { get; }

    /// <summary>In the collector's quanta.</summary>
    public int AgeLimit { get; }

    public ICollection<Activation> Activations => _activations.Values;

    public int Count => _activations.Count;

    public GrainReferenceSeed Seed(IdSpan key) => new(this, key);

    public object Construct(Activation activation) => _construct(activation);

    public override bool TryEnter(GrainReference reference, GrainMethod method, out Turn turn)
    {
        var scheduler = Scheduler;
        if (_inlinesCalls && Find(reference) is { } activation && scheduler.TryBeginInline())
        {
            // Null when flow is suppressed: then there is nothing that could be restored afterwards.
            var execution = ExecutionContext.Capture();
            if (execution is not null && activation.TryClaim(method.Options, out var grain))
            {
                turn = new Turn
                {
                    Grain = grain,
                    Activation = activation,
                    OuterExecution = execution,
                    OuterSynchronization = SynchronizationContext.Current,
                };
                if (!ReferenceEquals(execution, scheduler.DefaultExecutionContext))
                    Isolate(scheduler.DefaultExecutionContext);
                SynchronizationContext.SetSynchronizationContext(activation);
                return true;
            }
            scheduler.EndInline();
        }
        turn = default;
        return false;
    }

    public override void Leave(in Turn turn)
    {
        if (!ReferenceEquals(ExecutionContext.Capture(), turn.OuterExecution))
            ExecutionContext.Restore(turn.OuterExecution);
        SynchronizationContext.SetSynchronizationContext(turn.OuterSynchronization);
        Scheduler.EndInline();
        Unsafe.As<Activation>(turn.Activation).EndTurn();
    }

    public override Task<TResult> LeavePending<TResult>(in Turn turn, GrainMethod method, Task running)
    {
        var request = new InlineRequest<TResult>(method);
        ((IGrainRequest)request).State.Caller = turn.OuterSynchronization as Activation;
        Engine.Pending.Add(request);
        Unsafe.As<Activation>(turn.Activation).Pending(request, running);
        Leave(turn);
        return request.Task;
    }

    public override void Send(GrainReference reference, IGrainRequest request)
    {
        request.State.Caller = SynchronizationContext.Current as Activation;
        if (Engine.HasOutgoingFilters)
            OutgoingCall.Start(reference, request);
        else
            Dispatch(reference, request);
    }

    /// <summary>Starts the caller's wait, and hands the request to its grain.</summary>
    public void Dispatch(GrainReference reference, IGrainRequest request)
    {
        if (Engine.IsStopped)
        {
            Refuse(reference.Key, request);
            return;
        }
        var isCancellable = (request.Method.Options & GrainMethodOptions.Cancellable) != 0;
        if (isCancellable && CallCancellation.IsCancelled(request))
            return;
        Engine.Metrics.Queued();
        var activation = GetOrAdd(reference.Key);
        reference.LastActivation = activation;
        request.State.Activation = activation;
        Engine.Pending.Add(request);
        if (isCancellable)
            CallCancellation.Watch(request, Engine.Pending);
        activation.Enqueue(request);
    }

    /// <summary>Hands the request on when its activation has left.</summary>
    public void PassOn(IdSpan key, IGrainRequest request)
    {
        if (Engine.IsStopped)
        {
            Engine.Pending.Remove(request);
            Refuse(key, request);
            return;
        }
        var activation = GetOrAdd(key);
        request.State.Activation = activation;
        activation.Enqueue(request);
    }

    public void Remove(Activation activation)
    {
        if (!_activations.TryRemove(KeyValuePair.Create(activation.Key, activation)))
            return;
        Engine.Collector.Remove(activation);
        Engine.Metrics.Deactivated();
    }

    private Activation? Find(GrainReference reference)
    {
        if (reference.LastActivation is { } last)
        {
            var activation = Unsafe.As<Activation>(last);
            if (!activation.IsGone)
                return activation;
        }
        _activations.TryGetValue(reference.Key, out var found);
        reference.LastActivation = found;
        return found;
    }

    private void Refuse(IdSpan key, IGrainRequest request)
    {
        CallCancellation.End(request);
        request.TryFail(
            new OrleansMessageRejectionException($"The engine has stopped: grain {new GrainId(GrainType, key)} can't be called."));
    }

    private Activation GetOrAdd(IdSpan key)
    {
        if (_activations.TryGetValue(key, out var found))
            return found;
        var made = new Activation(this, key);
        var activation = _activations.GetOrAdd(key, made);
        if (ReferenceEquals(activation, made))
        {
            Engine.Collector.Add(activation, AgeLimit);
            Engine.Metrics.Activated();
        }
        return activation;
    }

    // The caller's async-local values stay with the caller; the request context alone goes on.
    private static void Isolate(ExecutionContext defaultContext)
    {
        var values = RequestContext.Current;
        ExecutionContext.Restore(defaultContext);
        if (values is not null)
            RequestContext.Current = values;
    }
}
