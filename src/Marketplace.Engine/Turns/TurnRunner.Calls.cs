using System.Runtime.CompilerServices;
using Marketplace.Engine.Turns.Calls;
using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns;

/// <summary>Calls: at once on the caller's thread where nothing stands in the way, otherwise as requests.</summary>
internal abstract partial class TurnRunner : IGrainReferenceRuntime
{
    ValueTask<TResult?> IGrainReferenceRuntime.InvokeMethodAsync<TResult>(
        GrainReference reference, IInvokable request, InvokeMethodOptions options)
        where TResult : default =>
        _class.HasOutgoingFilters ? SendThroughFilters<TResult>(reference, request, options) : Call<TResult>(reference, request, options);

    ValueTask IGrainReferenceRuntime.InvokeMethodAsync(GrainReference reference, IInvokable request, InvokeMethodOptions options) =>
        _class.HasOutgoingFilters ? SendThroughFilters(reference, request, options) : Call(reference, request, options);

    void IGrainReferenceRuntime.InvokeMethod(GrainReference reference, IInvokable request, InvokeMethodOptions options) =>
        SendOneWay(reference, request, options);

    public abstract object Cast(IAddressable grain, Type interfaceType);

    /// <summary>Calls the grain behind the filters at the caller.</summary>
    public ValueTask<TResult?> Call<TResult>(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if (!TryBegin(invokable, options, out var turn))
            return Send<TResult>(reference, invokable, options);
        var running = Invoke(invokable, turn.Caller);
        if (!running.IsCompletedSuccessfully)
            return new(Suspend(new CallRequest<TResult>(this, invokable, options) { Caller = turn.Caller, Context = turn.Values }, turn, running));
        End(turn);
        var response = running.Result;
        if (response.Exception is { } exception)
            return ValueTask.FromException<TResult?>(exception);

        // The answer's own type says what a generic virtual method would have to be looked up for.
        var result = response is Response<TResult> typed ? typed.TypedResult : response.GetResult<TResult>();
        response.Dispose();
        return new(result);
    }

    /// <summary>Calls the grain behind the filters at the caller, for no result.</summary>
    public ValueTask Call(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if (!TryBegin(invokable, options, out var turn))
            return Send(reference, invokable, options);
        var running = Invoke(invokable, turn.Caller);
        if (!running.IsCompletedSuccessfully)
            return new(Suspend(new CallRequest<NoResult>(this, invokable, options) { Caller = turn.Caller, Context = turn.Values }, turn, running));
        End(turn);
        return running.Result.Exception is { } exception ? ValueTask.FromException(exception) : default;
    }

    /// <summary>Calls the grain behind the filters at the caller, for its answer as it is.</summary>
    public ValueTask<Response?> CallForResponse(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if (!TryBegin(invokable, options, out var turn))
            return SendForResponse(reference, invokable, options);
        var running = Invoke(invokable, turn.Caller);
        if (!running.IsCompletedSuccessfully)
            return new(Suspend(new CallRequest<Response>(this, invokable, options) { Caller = turn.Caller, Context = turn.Values }, turn, running));
        End(turn);
        return new(running.Result);
    }

    /// <summary>Sends a call that could not run at once.</summary>
    protected abstract ValueTask<TResult?> Send<TResult>(GrainReference reference, IInvokable invokable, InvokeMethodOptions options);

    /// <summary>Sends a call without a result that could not run at once.</summary>
    protected abstract ValueTask Send(GrainReference reference, IInvokable invokable, InvokeMethodOptions options);

    /// <summary>Sends a call that could not run at once, for its answer as it is; null if this is not where the grain is.</summary>
    protected abstract ValueTask<Response?> SendForResponse(GrainReference reference, IInvokable invokable, InvokeMethodOptions options);

    /// <summary>Sends a call that nobody waits for.</summary>
    protected abstract void SendOneWay(GrainReference reference, IInvokable invokable, InvokeMethodOptions options);

    /// <summary>Sends a call through the filters at the caller.</summary>
    protected abstract ValueTask<TResult?> SendThroughFilters<TResult>(
        GrainReference reference, IInvokable invokable, InvokeMethodOptions options);

    /// <summary>Sends a call without a result through the filters at the caller.</summary>
    protected abstract ValueTask SendThroughFilters(GrainReference reference, IInvokable invokable, InvokeMethodOptions options);

    /// <summary>Starts the caller's wait, and puts the request into the mailbox.</summary>
    protected Task<TResult?> Await<TResult>(CallRequest<TResult> request)
    {
        var token = request.Invokable.IsCancellable ? request.Invokable.GetCancellationToken() : default;
        if (token.IsCancellationRequested)
            return Task.FromCanceled<TResult?>(token);
        if (Interlocked.Increment(ref _arriving) > _class.Host.MaxWaitingRequests)
        {
            Interlocked.Decrement(ref _arriving);
            return Task.FromException<TResult?>(TooManyWait());
        }

        request.IsArriving = true;
        _class.Host.Metrics.Queued();
        _class.Host.Pending.Add(request);
        if (token.CanBeCanceled)
            request.Cancellation = new CallCancellation(request, _class.Host.Pending, token);
        Enqueue(request);
        return request.Answer;
    }

    /// <summary>A request with what flows along with it from the running code.</summary>
    protected CallRequest<TResult> NewRequest<TResult>(IInvokable invokable, InvokeMethodOptions options) =>
        new(this, invokable, options) { Caller = Current as TurnRunner, Context = RequestContextValues.Capture() };

    // Claims a turn for a call that begins on this thread, if nothing stands in its way.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryBegin(IInvokable invokable, InvokeMethodOptions options, out Turn turn)
    {
        var scheduler = _class.Scheduler;
        if (Status == ActivationStatus.Active
            && (options & InvokeMethodOptions.OneWay) == 0
            && !invokable.IsCancellable
            && scheduler.TryBeginInline())
        {
            // Null when flow is suppressed: then there is nothing that could be restored afterwards.
            var execution = ExecutionContext.Capture();
            if (execution is not null && _mailbox.TryClaim())
            {
                if (Status == ActivationStatus.Active && _rules.MayStart(options) && Context is { } context)
                {
                    LastUse = _class.Host.Now;
                    _class.Host.Metrics.InlineCalls.Increment();
                    turn = new Turn
                    {
                        OuterSynchronization = Current,
                        OuterExecution = execution,
                        Values = ReferenceEquals(execution, scheduler.DefaultExecutionContext) ? null : Isolate(scheduler.DefaultExecutionContext),
                    };
                    GrainContextOfThread.Enter(context, out turn.OuterGrain);
                    SetSynchronizationContext(this);
                    return true;
                }

                EndTurn();
            }

            scheduler.EndInline();
        }

        turn = default;
        return false;
    }

    private void End(in Turn turn)
    {
        if (!ReferenceEquals(ExecutionContext.Capture(), turn.OuterExecution))
            ExecutionContext.Restore(turn.OuterExecution);
        SetSynchronizationContext(turn.OuterSynchronization);
        GrainContextOfThread.Leave(turn.OuterGrain);
        _class.Scheduler.EndInline();
        EndTurn();
    }

    private Task<TResult?> Suspend<TResult>(CallRequest<TResult> request, in Turn turn, ValueTask<Response> running)
    {
        request.HasStarted = true;
        _class.Host.Pending.Add(request);
        _rules.Started(request.Options);
        request.Suspend(running);
        End(turn);
        return request.Answer;
    }

    // The caller's async-local values stay with the caller; the request context alone goes on.
    private static RequestContextValues? Isolate(ExecutionContext defaultContext)
    {
        var values = RequestContextValues.Capture();
        ExecutionContext.Restore(defaultContext);
        values?.Apply();
        return values;
    }

    /// <summary>A turn that runs on the caller's thread: what to restore afterwards.</summary>
    private struct Turn
    {
        public SynchronizationContext? OuterSynchronization;
        public ExecutionContext OuterExecution;
        public IGrainContext? OuterGrain;
        public RequestContextValues? Values;

        public readonly TurnRunner? Caller => OuterSynchronization as TurnRunner;
    }
}
