using System.Reflection;
using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;

namespace Marketplace.LocalEngine.Calls;

/// <summary>A request on its way through the filters at the called grain: the registered ones first, then the grain itself.</summary>
internal sealed class IncomingCall : IIncomingGrainCallContext
{
    private readonly IGrainRequest _request;
    private readonly Activation _activation;
    private readonly IReadOnlyList<IIncomingGrainCallFilter> _filters;
    private int _next;

    private IncomingCall(IGrainRequest request, Activation activation, object grain, GrainClass grainClass)
    {
        _request = request;
        _activation = activation;
        Grain = grain;
        var filters = grainClass.Engine.IncomingFilters;
        _filters = grain is IIncomingGrainCallFilter own ? [.. filters, own] : filters;
    }

    public IInvokable Request => _request;

    public object Grain { get; }

    public GrainId? SourceId => _request.State.Caller?.GrainId;

    public GrainId TargetId => _activation.GrainId;

    public IGrainContext TargetContext => _activation;

    public string InterfaceName => _request.GetInterfaceName();

    public string MethodName => _request.Method.Name;

    public MethodInfo InterfaceMethod => _request.Method.Resolve();

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

    public object? Result { get; set; }

    public static async Task RunAsync(IGrainRequest request, Activation activation, object grain, GrainClass grainClass)
    {
        var call = new IncomingCall(request, activation, grain, grainClass);
        await call.Invoke();
        request.TryAnswer(call.Result);
    }

    public async Task Invoke()
    {
        if (_next < _filters.Count)
        {
            await _filters[_next++].Invoke(this);
            return;
        }
        var running = _request.Call(Grain);
        await running;
        Result = _request.ResultOf(running);
    }
}
