using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;

namespace Marketplace.LocalEngine.Calls;

/// <summary>
/// Watches the token that a caller gave with a call. When it is cancelled the caller has its answer at once, and the method is
/// told by a token of its own, in a turn of its grain, so that what it registered there runs where the rest of it does.
/// </summary>
internal sealed class CallCancellation : IDisposable
{
    private readonly IGrainRequest _request;
    private readonly PendingCalls _pending;
    private readonly CancellationToken _callers;
    private readonly CancellationTokenSource _methods = new();
    private CancellationTokenRegistration _registration;

    private CallCancellation(IGrainRequest request, PendingCalls pending, CancellationToken callers)
    {
        _request = request;
        _pending = pending;
        _callers = callers;
    }

    /// <summary>
    /// Starts to watch, if there is something to watch. Called when the request can be cancelled: it is among the pending calls, and
    /// knows its activation.
    /// </summary>
    public static void Watch(IGrainRequest request, PendingCalls pending)
    {
        if (request is not ICancellableRequest { Token: { CanBeCanceled: true } callers } cancellable)
            return;
        var cancellation = new CallCancellation(request, pending, callers);
        cancellable.Token = cancellation._methods.Token;
        cancellable.Cancellation = cancellation;
        cancellation._registration = callers.UnsafeRegister(static state => ((CallCancellation)state!).Cancel(), cancellation);
    }

    /// <summary>Whether the caller cancelled before the call was made; then that is its answer.</summary>
    public static bool IsCancelled(IGrainRequest request) =>
        request is ICancellableRequest { Token: { IsCancellationRequested: true } token } && request.TryComplete(Task.FromCanceled(token));

    /// <summary>Stops watching: the caller has an answer.</summary>
    public static void End(IGrainRequest request)
    {
        if ((request.Method.Options & GrainMethodOptions.Cancellable) != 0)
            (request as ICancellableRequest)?.Cancellation?.Dispose();
    }

    public void Dispose() => _registration.Unregister();

    private void Cancel()
    {
        if (!_request.TryComplete(Task.FromCanceled(_callers)))
            return;
        _pending.Remove(_request);
        var activation = (Activation)_request.State.Activation;
        activation.Post(static source => ((CancellationTokenSource)source!).Cancel(), _methods);
        activation.ForgetAnswered();
    }
}
