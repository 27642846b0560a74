using System.Reflection;
using System.Runtime.ExceptionServices;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>A call on its way through filters.</summary>
internal abstract class GrainCall(IInvokable request, TurnHost host) : IGrainCallContext
{
    private int _next;

    public IInvokable Request => request;
    public abstract object Grain { get; }
    public abstract GrainId? SourceId { get; }
    public abstract GrainId TargetId { get; }
    public GrainInterfaceType InterfaceType => host.References.Interfaces.Find(request.GetInterfaceType())?.Name ?? default;
    public string InterfaceName => request.GetInterfaceName();
    public string MethodName => request.GetMethodName();
    public MethodInfo InterfaceMethod => request.GetMethod();

    public object? Result
    {
        get => Response?.Result;
        set => Response = Response.FromResult(value);
    }

    public Response? Response { get; set; }

    /// <summary>The rest of the way. A filter may call this more than once: each time the filters behind it and the grain are called.</summary>
    public async Task Invoke()
    {
        var position = _next++;
        try
        {
            if (await TryPassFilter(position))
                return;
            var response = await Deliver();
            Response = response;
            if (response.Exception is { } exception)
                ExceptionDispatchInfo.Throw(exception);
        }
        finally
        {
            _next--;
        }
    }

    /// <summary>Has the filter at a position run.</summary>
    /// <returns>False if there is none.</returns>
    protected abstract ValueTask<bool> TryPassFilter(int position);

    /// <summary>Calls the grain.</summary>
    protected abstract ValueTask<Response> Deliver();

    /// <summary>Goes the whole way.</summary>
    /// <returns>The answer, with the exception if one came back.</returns>
    protected async ValueTask<Response> Run()
    {
        try
        {
            await Invoke();
            return Response ?? Response.Completed;
        }
        catch (Exception e)
        {
            return Response.FromException(e);
        }
    }
}
