using System.Collections.Concurrent;
using Marketplace.Protocols;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Writes down which grain was told what by a protocol, in order.</summary>
internal sealed class HeardMessages : IIncomingGrainCallFilter
{
    private readonly ConcurrentQueue<string> _heard = new();

    public IReadOnlyList<string> Heard => [.. _heard];

    public Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.MethodName == nameof(IParticipant.Receive))
            _heard.Enqueue($"{context.Request.GetArgument(0)!.GetType().Name} {context.TargetId.GetIntegerKey()}");

        return context.Invoke();
    }
}
