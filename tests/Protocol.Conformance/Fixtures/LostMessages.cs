using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Loses messages between coordinators and participants, or their answers: the sender waits in vain.</summary>
internal sealed class LostMessages(double share, TimeSpan patience, int seed) : IIncomingGrainCallFilter
{
    private readonly Lock _lock = new();
    private readonly Random _random = new(seed);

    // The turn of a lost message lasts until its sender has given up; a turn without end would keep its grain from leaving.
    private readonly TimeSpan _hold = 2 * patience;
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _count;

    /// <summary>How many messages or answers were lost.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>No more of it.</summary>
    public void Stop() => _over.TrySetResult();

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var draw = context.MethodName == nameof(IParticipant.Receive) && !_over.Task.IsCompleted ? Draw() : 1;
        if (draw >= share / 2)
            await context.Invoke();

        if (draw < share)
        {
            Interlocked.Increment(ref _count);
            await Task.WhenAny(_over.Task, Task.Delay(_hold, TimeProvider.System));
            throw new TimeoutException("The message was lost.");
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
