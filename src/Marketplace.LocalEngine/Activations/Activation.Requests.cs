using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Calls;
using Marketplace.LocalEngine.Diagnostics;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Activations;

/// <summary>Requests: waiting, starting, completing. All of it within turns.</summary>
internal sealed partial class Activation
{
    private bool CanStartRequests =>
        _status == ActivationStatus.Active || (_status == ActivationStatus.Draining && _rules.Running > 0);

    public override void Completed(IGrainRequest request)
    {
        _rules.Completed(request.Method.Options);
        Answer(request, request.State.Running!);
        if (_waiting.Count > 0 || _status == ActivationStatus.Draining)
            _attention = true;
    }

    /// <summary>Drops the requests that wait for nothing because their callers have given up.</summary>
    public void ForgetAnswered() => Post(
        static state =>
        {
            var activation = (Activation)state!;
            while (activation._waiting.TakeFirst(static (_, request) => request.Answer.IsCompleted, activation) is not null)
            {
                // Taking it out of the queue is all that is needed.
            }
        },
        this);

    private void Arrive(IGrainRequest request)
    {
        if (_status == ActivationStatus.Gone)
            PassOn(request);
        else if (CanStartRequests && MayStart(request))
            Start(request);
        else if (_waiting.Count >= Engine.Options.MaxWaitingRequests && request.IsCall)
            Answer(request, Task.FromException(TooManyWait()));
        else
            Wait(request);
    }

    private LimitExceededException TooManyWait() =>
        new($"Grain {GrainId} has {_waiting.Count} requests waiting, which is the limit: send it fewer at a time.");

    private void Wait(IGrainRequest request)
    {
        _waiting.Add(request);
        if (_status == ActivationStatus.New)
        {
            _status = ActivationStatus.Activating;
            _ = ActivateAsync();
        }
    }

    // One waiting request, or the end of the activation, a turn.
    private void Attend()
    {
        if (CanStartRequests && _waiting.TakeFirst(static (activation, request) => activation.MayStart(request), this) is { } request)
        {
            Start(request);
            return;
        }
        _attention = false;
        if (_status == ActivationStatus.Draining && _rules.Running == 0)
        {
            _status = ActivationStatus.Deactivating;
            _ = DeactivateAsync();
        }
    }

    private bool MayStart(IGrainRequest request) =>
        _rules.MayStart(request.Method.Options)
        || (request.Context?.CallChain is { } chain && _extras is { } extras && extras.ReentrantSections.Contains(chain));

    private void Start(IGrainRequest request)
    {
        // The caller got a time-out while the request waited: nobody wants it run any more.
        if (request.Answer.IsCompleted)
            return;
        if (request.IsUse)
            _lastUse = Engine.Collector.Now;
        if (request.Context is { } context)
            RequestContext.Current = context;
        Task running;
        try
        {
            running = _class.HasIncomingFilters
                ? IncomingCall.RunAsync(request, this, _grain!, _class)
                : request.Call(_grain!) ?? throw new InvalidOperationException($"{request.Method} returned null in place of a task.");
        }
        catch (Exception e)
        {
            running = Task.FromException(e);
        }
        if (running.IsCompleted)
            Answer(request, running);
        else
            Pending(request, running);
    }

    private void Answer(IGrainRequest request, Task outcome)
    {
        Engine.Pending.Remove(request);
        CallCancellation.End(request);
        request.TryComplete(outcome);
        if ((request.Method.Options & GrainMethodOptions.OneWay) != 0 && request.Answer.Exception is { } error)
            Engine.Log.OneWayFailed(request.Method.ToString(), GrainId, error.InnerException ?? error);
    }

    private void PassOn(IGrainRequest request)
    {
        if (request.IsOfActivation || request.Answer.IsCompleted)
            Answer(request, Task.FromCanceled(new CancellationToken(canceled: true)));
        else
            _class.PassOn(Key, request);
    }
}
