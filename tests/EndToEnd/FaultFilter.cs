using Orleans;

namespace Marketplace.EndToEnd;

/// <summary>Makes a silo wrong on purpose: of the calls of one method every tenth is lost, or arrives twice.</summary>
internal sealed class FaultFilter(string method, FaultKind kind) : IIncomingGrainCallFilter
{
    private int _calls;

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var isFaulty = $"{context.InterfaceMethod.DeclaringType!.Name}.{context.MethodName}" == method
            && Interlocked.Increment(ref _calls) % 10 == 0;
        if (isFaulty && kind == FaultKind.Lost)
            return;

        await context.Invoke();
        if (isFaulty)
            await context.Invoke();
    }
}
