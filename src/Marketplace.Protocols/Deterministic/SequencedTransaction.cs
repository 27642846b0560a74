using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Deterministic;

/// <summary>An attempt to run a transaction that has a place in the order.</summary>
/// <param name="time">When it began, a timestamp.</param>
internal sealed class SequencedTransaction(TransactionId id, long time) : RunningTransaction(id, time)
{
    private int _joined;

    /// <summary>Whether all that it does is handed over to the storage as one.</summary>
    public bool IsStoredWhole { get; init; }

    /// <summary>Its requests for the locks of grains. Replaced within <see cref="LockManager"/> only.</summary>
    public LockRequest[] Requests { get; set; } = [];

    /// <summary>How many of them wait for others. Changed within <see cref="LockManager"/> only.</summary>
    public int Waits { get; set; }

    /// <summary>Whether it runs: it then keeps what it was granted until it is decided.</summary>
    public bool HasStarted { get; private set; }

    /// <summary>Ends its last wait; null if it has not waited.</summary>
    public TaskCompletionSource? Start { get; private set; }

    /// <summary>How many transactions have ended on this stack before it started here.</summary>
    public int Depth { get; private set; }

    /// <summary>What it declared of a grain.</summary>
    /// <returns>Null if nothing.</returns>
    /// <remarks>A line of some twenty is searched; a map would cost more to build than all its look-ups save.</remarks>
    public LockRequest? RequestOf(GrainId grainId)
    {
        foreach (var request in Requests)
        {
            if (request.Access.Grain.GetGrainId() == grainId)
                return request;
        }

        return null;
    }

    /// <summary>What it declared at a place in the global order.</summary>
    /// <returns>Null if nothing.</returns>
    public LockRequest? RequestAt(Access access)
    {
        foreach (var request in Requests)
        {
            if (Access.Compare(request.Access, access) == 0)
                return request;
        }

        return null;
    }

    /// <summary>A grain takes part from now on.</summary>
    /// <returns>Whether it may: not if the transaction is over, or the grain has joined before and forgotten, with what it had done.</returns>
    public Verdict TryJoin(LockRequest request)
    {
        lock (Gate)
        {
            if (IsClosed || request.HasJoined)
                return IsClosed ? Verdict.Over : Verdict.Unknown;

            request.HasJoined = true;
            _joined++;
            return Verdict.Granted;
        }
    }

    // Its coordinator knows from what it declared.
    public override void Join(GrainId grainId, IParticipant participant)
    {
    }

    public override List<IParticipant> Close()
    {
        lock (Gate)
        {
            IsClosed = true;
            var participants = new List<IParticipant>(_joined);
            foreach (var request in Requests)
            {
                if (request.HasJoined)
                    participants.Add(request.Access.Grain);
            }

            return participants;
        }
    }

    /// <summary>Starts it, or says when it starts. Called within <see cref="LockManager"/> only.</summary>
    /// <returns>Null if it waits for nothing.</returns>
    public Task? StartOrWait()
    {
        if (Waits == 0)
        {
            HasStarted = true;
            return null;
        }

        // Not asynchronous on purpose: whoever starts it says where it runs.
        if (Start is null or { Task.IsCompleted: true })
            Start = new TaskCompletionSource(TaskCreationOptions.None);

        return Start.Task;
    }

    /// <summary>Has waited for the last one. Called within <see cref="LockManager"/> only.</summary>
    public void MayStart() => HasStarted = true;

    /// <summary>Goes on, on the caller's stack.</summary>
    /// <param name="depth">How many transactions have ended on this stack before.</param>
    public void StartHere(int depth)
    {
        Depth = depth;
        Start!.TrySetResult();
    }

    /// <summary>Goes on as soon as a thread is free.</summary>
    public void StartElsewhere()
    {
        var free = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _ = StartAfter(free.Task);
        free.TrySetResult();
    }

    private async Task StartAfter(Task free)
    {
        await free;
        StartHere(0);
    }
}
