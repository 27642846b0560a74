namespace Marketplace.Engine.Turns.Calls;

/// <summary>
/// Watches the token that a caller gave with a call. When it is cancelled the caller has its answer at once, and the method is told by a
/// token of its own, in a turn of its grain, so that what it registered there runs where the rest of it does.
/// </summary>
internal sealed class CallCancellation : IDisposable
{
    private readonly GrainRequest _request;
    private readonly PendingCalls _pending;
    private readonly CancellationToken _callers;
    private readonly CancellationTokenRegistration _registration;

    /// <summary>Starts to watch a request that is among the pending calls.</summary>
    public CallCancellation(GrainRequest request, PendingCalls pending, CancellationToken callers)
    {
        _request = request;
        _pending = pending;
        _callers = callers;
        _registration = callers.UnsafeRegister(static state => ((CallCancellation)state!).Cancel(), this);
    }

    /// <summary>Stops watching: the caller has an answer.</summary>
    public void Dispose() => _registration.Unregister();

    private void Cancel()
    {
        if (!_request.TryCancel(_callers))
            return;
        _pending.Remove(_request);
        _request.Target.Post(static request => ((GrainRequest)request!).Invokable.TryCancel(), _request);
        _request.Target.ForgetAnswered();
    }
}
