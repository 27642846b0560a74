using Orleans;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Every n-th call of one method is answered, and not carried out.</summary>
/// <param name="every">How many calls there are for one that is not carried out.</param>
internal sealed class CallMutant(string method, int every, object? answer) : IIncomingGrainCallFilter
{
    private int _calls;

    public Task Invoke(IIncomingGrainCallContext context)
    {
        if ($"{context.InterfaceMethod.DeclaringType!.Name}.{context.MethodName}" != method || Interlocked.Increment(ref _calls) % every != 0)
            return context.Invoke();

        context.Result = answer;
        return Task.CompletedTask;
    }
}
