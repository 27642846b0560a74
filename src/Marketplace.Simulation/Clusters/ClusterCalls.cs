using Marketplace.Engine.Turns.Calls;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols;
using Orleans;
using Orleans.CodeGeneration;
using Orleans.Runtime;
using Orleans.Serialization;
using Orleans.Serialization.Invocation;

namespace Marketplace.Simulation.Clusters;

/// <summary>
/// Takes calls to the silo on which their grain is. The last filter before a call goes to its grain: what the local engine takes for a call in its
/// own process goes over the network here.
/// </summary>
internal sealed class ClusterCalls(Cluster cluster, Member self, DeepCopier copier) : IOutgoingGrainCallFilter
{
    public Task Invoke(IOutgoingGrainCallContext context)
    {
        var place = cluster.Locate(self, context.TargetId);
        return place == self ? context.Invoke() : InvokeElsewhere(context, place);
    }

    private async Task InvokeElsewhere(IOutgoingGrainCallContext context, Member? place)
    {
        var (request, options) = (Sent(context.Request), ((OutgoingCall)context).Options);
        try
        {
            context.Response = place is null
                ? Response.FromException(Lost(context, null))
                : await cluster.Ask(self, place, () => Receive(place, context.TargetId, request, options));
        }
        catch (MemberLostException exception)
        {
            context.Response = Response.FromException(Lost(context, exception));
        }
        catch (TimeoutException exception)
        {
            context.Response = Response.FromException(exception);
        }
    }

    // On the machine of that silo. A grain that has moved meanwhile is followed.
    private async Task<Response> Receive(Member there, GrainId grain, IInvokable request, InvokeMethodOptions options)
    {
        var place = cluster.Arrive(there, grain);
        if (place is null)
            throw new MemberLostException($"{there.Name} does not belong to the cluster any more.");
        if (place != there)
            return await cluster.Ask(there, place, () => Receive(place, grain, request, options));
        var activation = there.Engine.ActivationOf(grain);
        try
        {
            return await activation.CallForResponse(activation.GrainReference, request, options) ?? Response.Completed;
        }
        catch (Exception exception)
        {
            return Response.FromException(exception is SiloUnavailableException ? new MemberLostException(exception.Message) : exception);
        }
    }

    // What a transaction has in the memory of its silo does not travel.
    private IInvokable Sent(IInvokable request)
    {
        var sent = copier.Copy(request);
        for (var i = 0; i < sent.GetArgumentCount(); i++)
        {
            if (sent.GetArgument(i) is TransactionContext tx)
                sent.SetArgument(i, tx with { Running = null, Pending = null, Log = null });
        }

        return sent;
    }

    private static SiloLostException Lost(IOutgoingGrainCallContext context, Exception? cause) =>
        new($"The silo of {context.TargetId} was lost during a call of {context.MethodName}.", cause);
}
