using Marketplace.Engine.Turns.Calls;
using Marketplace.Engine.Turns.Diagnostics;
using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns;

/// <summary>Requests: waiting, starting, completing. All of it within turns.</summary>
internal abstract partial class TurnRunner
{
    private bool CanStartRequests =>
        Status == ActivationStatus.Active || (Status == ActivationStatus.Draining && _rules.Running > 0);

    /// <summary>Ends a request of this activation that was pending.</summary>
    public void Completed(GrainRequest request, Response response)
    {
        _rules.Completed(request.Options);
        Answer(request, response);
        if (_waiting.Count > 0 || Status == ActivationStatus.Draining)
            _attention = true;
    }

    /// <summary>Runs a call on the grain, through the filters if there are any.</summary>
    public ValueTask<Response> Invoke(IInvokable invokable, TurnRunner? caller)
    {
        var context = Context!;
        try
        {
            invokable.SetTarget(context);
        }
        catch (Exception e)
        {
            return new(Response.FromException(e));
        }

        return _class.HasIncomingFilters ? IncomingCall.Run(invokable, context, caller, _class.Host) : invokable.Invoke();
    }

    /// <summary>Drops the requests that wait for nothing because their callers have given up.</summary>
    public void ForgetAnswered() => Post(
        static state =>
        {
            var runner = (TurnRunner)state!;
            while (runner._waiting.TakeFirst(static (_, request) => request.IsAnswered, runner) is not null)
            {
                // Taking it out of the queue is all that is needed.
            }
        },
        this);

    /// <summary>Ends the requests that wait with an error.</summary>
    protected void FailWaiting(Exception exception)
    {
        while (_waiting.TakeFirst(static (_, _) => true, this) is { } request)
            Answer(request, Response.FromException(exception));
    }

    /// <summary>Hands on the requests that wait.</summary>
    protected void PassOnWaiting()
    {
        while (_waiting.TakeFirst(static (_, _) => true, this) is { } request)
            PassOnOrEnd(request);
    }

    // One waiting request, or the end of the activation, a turn.
    private void Attend()
    {
        if (CanStartRequests && _waiting.TakeFirst(static (runner, request) => runner.MayStart(request), this) is { } request)
        {
            Start(request);
            return;
        }

        _attention = false;
        if (Status == ActivationStatus.Draining && _rules.Running == 0)
            OnDrained();
    }

    private void Arrive(GrainRequest request)
    {
        if (request.IsArriving)
        {
            request.IsArriving = false;
            Interlocked.Decrement(ref _arriving);
        }

        if (Status == ActivationStatus.Gone)
            PassOnOrEnd(request);
        else if (CanStartRequests && MayStart(request))
            Start(request);
        else if (_waiting.Count >= _class.Host.MaxWaitingRequests && request.IsCall)
            Answer(request, Response.FromException(TooManyWait()));
        else
            Wait(request);
    }

    private LimitExceededException TooManyWait() =>
        new($"Grain {GrainId} has {_class.Host.MaxWaitingRequests} requests waiting, which is the limit: send it fewer at a time.");

    private void Wait(GrainRequest request)
    {
        _waiting.Add(request);
        OnWaiting();
    }

    private bool MayStart(GrainRequest request) => _rules.MayStart(request.Options) || ComesBack(request);

    // Orleans asks the grain's context which call chains may come back; a chain that may come back has a call of this grain that waits.
    private bool ComesBack(GrainRequest request) =>
        request.Context is { } context && context.CallChain != Guid.Empty && _class.Host.Pending.HasCall(this, context.CallChain);

    private void Start(GrainRequest request)
    {
        // The caller got a time-out while the request waited: nobody wants it run any more.
        if (request.IsAnswered)
            return;
        if (request.IsUse)
            LastUse = _class.Host.Now;
        request.Context?.Apply();
        request.HasStarted = true;
        ValueTask<Response> running;
        try
        {
            running = request.Run();
        }
        catch (Exception e)
        {
            running = new(Response.FromException(e));
        }

        if (running.IsCompletedSuccessfully)
        {
            Answer(request, running.Result);
            return;
        }

        _rules.Started(request.Options);
        request.Suspend(running);
    }

    private void Answer(GrainRequest request, Response response)
    {
        _class.Host.Pending.Remove(request);
        request.Cancellation?.Dispose();
        if ((request.Options & InvokeMethodOptions.OneWay) != 0 && response.Exception is { } exception)
            _class.Host.Log.OneWayFailed(request.ToString(), GrainId, exception);
        request.TryAnswer(response);
    }

    private void PassOnOrEnd(GrainRequest request)
    {
        if (request.IsOfActivation || request.IsAnswered)
            request.TryCancel(new CancellationToken(canceled: true));
        else
            PassOn(request);
    }
}
