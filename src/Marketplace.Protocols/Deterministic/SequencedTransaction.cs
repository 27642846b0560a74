using Marketplace.Protocols.Commit;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Deterministic;

/// <summary>An attempt to run a transaction that has a place in the sequence.</summary>
/// <param name="id">The attempt.</param>
/// <param name="time">When it began, a timestamp.</param>
internal sealed class SequencedTransaction(TransactionId id, long time) : TransactionScope(id, time)
{
    private TaskCompletionSource? _start;

    /// <summary>Its places in the lines of grains. Replaced within <see cref="Sequence"/> only.</summary>
    public Request[] Requests { get; set; } = [];

    /// <summary>How many of them wait for others. Changed within <see cref="Sequence"/> only.</summary>
    public int Waits { get; set; }

    /// <summary>Whether it runs: it then keeps what it was granted until it is decided.</summary>
    public bool HasStarted { get; private set; }

    /// <summary>The grains that it wrote to, once it is decided.</summary>
    public List<IParticipant> Participants { get; set; } = [];

    /// <summary>
    /// Ends when its participants know the decision, with null; or with a batch, itself the first in it, that its waiter has to tell.
    /// Null while nobody waits.
    /// </summary>
    public TaskCompletionSource<List<SequencedTransaction>?>? Settled { get; set; }

    /// <summary>What it declared of a grain.</summary>
    /// <param name="grainId">The grain.</param>
    /// <returns>Null if nothing.</returns>
    /// <remarks>A line of some twenty is searched; a map would cost more to build than all its look-ups save.</remarks>
    public AccessMode? ModeOf(GrainId grainId)
    {
        foreach (var request in Requests)
        {
            if (request.Access.Grain.GetGrainId() == grainId)
            {
                return request.Access.Mode;
            }
        }

        return null;
    }

    /// <summary>Starts it, or says when it starts. Called within <see cref="Sequence"/> only.</summary>
    /// <returns>Null if it waits for nothing.</returns>
    public Task? StartOrWait()
    {
        if (Waits == 0)
        {
            HasStarted = true;
            return null;
        }

        _start = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return _start.Task;
    }

    /// <summary>Has waited for the last one. Called within <see cref="Sequence"/> only: what waits for it goes on elsewhere.</summary>
    public void Start()
    {
        HasStarted = true;
        _start?.TrySetResult();
    }
}
