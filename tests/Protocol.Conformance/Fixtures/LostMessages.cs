using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Loses messages between coordinators and participants, or their answers: the sender waits in vain.</summary>
internal sealed class LostMessages(double share, int seed) : IIncomingGrainCallFilter
{
    private readonly Lock _lock = new();
    private readonly Random _random = new(seed);
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _count;

    /// <summary>How many messages or answers were lost.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>No more of it. The turns of lost messages end, as long after their senders gave up as the test ran.</summary>
    public void Stop() => _over.TrySetResult();

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var draw = context.MethodName == nameof(IParticipant.Receive) && !_over.Task.IsCompleted ? Draw() : 1;
        if (draw >= share / 2)
        {
            await context.Invoke();
        }

        if (draw < share)
        {
            Interlocked.Increment(ref _count);
            await _over.Task;
        }
    }

    private double Draw()
    {
        lock (_lock)
        {
            return _random.NextDouble();
        }
    }
}
