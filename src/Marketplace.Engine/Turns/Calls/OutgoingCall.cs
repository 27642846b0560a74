using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>A call on its way through the filters at the caller, who gets its answer when they are done.</summary>
internal sealed class OutgoingCall : GrainCall, IOutgoingGrainCallContext
{
    private readonly GrainReference _reference;
    private readonly InvokeMethodOptions _options;
    private readonly TurnRunner _target;
    private readonly IReadOnlyList<IOutgoingGrainCallFilter> _filters;

    private OutgoingCall(
        GrainReference reference,
        IInvokable request,
        InvokeMethodOptions options,
        TurnRunner target,
        TurnHost host,
        IReadOnlyList<IOutgoingGrainCallFilter> filters)
        : base(request, host)
    {
        _reference = reference;
        _options = options;
        _target = target;
        _filters = filters;
        SourceContext = (SynchronizationContext.Current as TurnRunner)?.GrainContext;
    }

    /// <summary>How it may interleave, and whether it is answered.</summary>
    public InvokeMethodOptions Options => _options;

    public override object Grain => _reference;
    public override GrainId? SourceId => SourceContext?.GrainId;
    public IGrainContext? SourceContext { get; }
    public override GrainId TargetId => _reference.GrainId;

    /// <summary>Makes a call.</summary>
    /// <typeparam name="TResult">Type of the result, or <see cref="NoResult"/>.</typeparam>
    public static ValueTask<TResult?> Run<TResult>(
        GrainReference reference,
        IInvokable request,
        InvokeMethodOptions options,
        TurnRunner target,
        TurnHost host,
        IReadOnlyList<IOutgoingGrainCallFilter> filters)
    {
        var call = new OutgoingCall(reference, request, options, target, host, filters);
        if (call.Pass() is { } passing)
            return new(new Passing<TResult>(call, passing).Task);
        var response = call.Response!;
        return response.Exception is { } exception ? ValueTask.FromException<TResult?>(exception) : new(ResultOf<TResult>(response));
    }

    protected override bool HasFilter(int position) => position < _filters.Count;

    protected override Task PassFilter(int position) => _filters[position].Invoke(this);

    protected override ValueTask<Response?> Deliver() => _target.CallForResponse(_reference, Request, _options);

    private static TResult? ResultOf<TResult>(Response response) =>
        typeof(TResult) == typeof(NoResult) ? default : response.GetResult<TResult>();

    /// <summary>
    /// The result of a call that is on its way. An exception in the answer goes on to the caller and is thrown there alone: an async method would
    /// throw it once more.
    /// </summary>
    private sealed class Passing<TResult> : TaskCompletionSource<TResult?>
    {
        private readonly OutgoingCall _call;
        private readonly Task _passing;

        public Passing(OutgoingCall call, Task passing)
        {
            (_call, _passing) = (call, passing);
            passing.GetAwaiter().UnsafeOnCompleted(End);
        }

        private void End()
        {
            try
            {
                var response = _call.Answer(_passing);
                if (response.Exception is { } exception)
                    TrySetException(exception);
                else
                    TrySetResult(ResultOf<TResult>(response));
            }
            catch (Exception exception)
            {
                TrySetException(exception);
            }
        }
    }
}
