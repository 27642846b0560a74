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

    public static ValueTask<Response> Run(
        GrainReference reference,
        IInvokable request,
        InvokeMethodOptions options,
        TurnRunner target,
        TurnHost host,
        IReadOnlyList<IOutgoingGrainCallFilter> filters) =>
        new OutgoingCall(reference, request, options, target, host, filters).Run();

    protected override bool HasFilter(int position) => position < _filters.Count;

    protected override Task PassFilter(int position) => _filters[position].Invoke(this);

    protected override ValueTask<Response> Deliver()
    {
        var delivery = _target.CallForResponse(_reference, Request, _options);
        return delivery.IsCompletedSuccessfully ? new(delivery.Result ?? Response.Completed) : Await(delivery);

        static async ValueTask<Response> Await(ValueTask<Response?> delivery) => await delivery ?? Response.Completed;
    }
}
