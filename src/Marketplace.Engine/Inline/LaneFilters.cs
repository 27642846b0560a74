using System.Runtime.ExceptionServices;
using Marketplace.Engine.Turns;
using Orleans.CodeGeneration;

namespace Marketplace.Engine.Inline;

/// <summary>
/// The first filter at the called grain: brings requests that came as messages, ticks and events of streams among them, into the turns of
/// the activation's lane, with all filters behind this one.
/// </summary>
internal sealed class LaneMessageFilter(LaneTable lanes) : IIncomingGrainCallFilter
{
    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (lanes.OpenFor(context.TargetContext) is not { } lane
            || await lane.Deliver(new MessageRequest(lane, context) { Context = RequestContextValues.Capture() }) is not { } response)
        {
            await context.Invoke();
        }
        else if (response.Exception is { } exception)
        {
            ExceptionDispatchInfo.Throw(exception);
        }
    }
}

/// <summary>The last filter at the caller: brings calls that have passed all others into the lane of the grain, if it has one here.</summary>
internal sealed class LaneCallFilter(LaneTable lanes) : IOutgoingGrainCallFilter
{
    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        var options = (context.Request as IRequest)?.Options ?? InvokeMethodOptions.None;
        if (context.Grain is not GrainReference reference
            || (options & InvokeMethodOptions.OneWay) != 0
            || lanes.Find(context.TargetId) is not { IsOpen: true } lane
            || await lane.CallForResponse(reference, context.Request, options) is not { } response)
        {
            // What Orleans' own grains say to each other is not counted.
            if (lanes.Has(context.TargetId.Type))
                lanes.Metrics.SentAsMessage();
            await context.Invoke();
            return;
        }

        context.Response = response;
        if (response.Exception is { } exception)
            ExceptionDispatchInfo.Throw(exception);
    }
}

/// <summary>Marks a filter at the caller that is about messages only: calls that run inline do not pass it.</summary>
public interface IMessageCallFilter : IOutgoingGrainCallFilter;
