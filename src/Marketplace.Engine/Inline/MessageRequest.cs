using Marketplace.Engine.Turns;
using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Inline;

/// <summary>A request that came as a message: what is left of its way through the filters, and the method, run in one turn of the lane.</summary>
internal sealed class MessageRequest(Lane lane, IIncomingGrainCallContext context)
    : CallRequest<Response>(lane, context.Request, (context.Request as IRequest)?.Options ?? InvokeMethodOptions.None)
{
    public override async ValueTask<Response> Run()
    {
        try
        {
            await context.Invoke();
            return context.Response ?? Response.Completed;
        }
        catch (Exception e)
        {
            return Response.FromException(e);
        }
    }
}
