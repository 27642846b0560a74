using Marketplace.Protocols;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Holds back the first message of a kind between a coordinator and a participant, until it is told to deliver it.</summary>
/// <param name="key">To which participant; null for any.</param>
internal sealed class LateMessage(string kind, long? key = null) : IIncomingGrainCallFilter
{
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _delivered = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when it is held.</summary>
    public Task Held => _held.Task;

    /// <summary>Ends when the grain has dealt with it.</summary>
    public Task Done => _done.Task;

    /// <summary>Delivers it.</summary>
    public void Deliver() => _delivered.SetResult();

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var isHeld = context.MethodName == nameof(IParticipant.Receive)
            && context.Request.GetArgument(0)!.GetType().Name == kind
            && (key is null || context.TargetId.GetIntegerKey() == key)
            && _held.TrySetResult();
        await (isHeld ? _delivered.Task : Task.CompletedTask);
        try
        {
            await context.Invoke();
        }
        finally
        {
            if (isHeld)
                _done.SetResult();
        }
    }
}
