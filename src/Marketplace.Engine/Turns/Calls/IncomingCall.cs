using System.Reflection;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>A call on its way through the filters at the called grain: the registered ones first, then the grain itself.</summary>
internal sealed class IncomingCall : GrainCall, IIncomingGrainCallContext
{
    private readonly TurnRunner? _caller;
    private readonly IReadOnlyList<IIncomingGrainCallFilter> _filters;

    private IncomingCall(IInvokable request, IGrainContext context, TurnRunner? caller, TurnHost host)
        : base(request, host)
    {
        TargetContext = context;
        _caller = caller;
        _filters = host.IncomingFilters;
    }

    public override object Grain => TargetContext.GrainInstance!;
    public override GrainId? SourceId => _caller?.GrainId;
    public override GrainId TargetId => TargetContext.GrainId;
    public IGrainContext TargetContext { get; }

    public MethodInfo ImplementationMethod
    {
        get
        {
            var method = InterfaceMethod;

            // Ticks and events are not methods of the grain class.
            if (!method.DeclaringType!.IsInstanceOfType(Grain))
                return method;
            var map = Grain.GetType().GetInterfaceMap(method.DeclaringType);
            return map.TargetMethods[Array.IndexOf(map.InterfaceMethods, method)];
        }
    }

    public static ValueTask<Response> Run(IInvokable request, IGrainContext context, TurnRunner? caller, TurnHost host)
    {
        var call = new IncomingCall(request, context, caller, host);
        return call.Pass() is { } passing ? new(call.AnswerLater(passing)!) : new(call.Response!);
    }

    protected override bool HasFilter(int position) =>
        position < _filters.Count || (position == _filters.Count && Grain is IIncomingGrainCallFilter);

    protected override Task PassFilter(int position) =>
        (position < _filters.Count ? _filters[position] : (IIncomingGrainCallFilter)Grain).Invoke(this);

    protected override ValueTask<Response?> Deliver() => Request.Invoke()!;
}
