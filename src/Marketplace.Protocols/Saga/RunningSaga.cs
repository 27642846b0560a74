using Marketplace.Protocols.Commit;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// The record of a saga: in which grains it has done steps, in their order, and whether it runs, is compensated or has ended. In a grain of another
/// silo one stands for it that knows this grain alone.
/// </summary>
/// <param name="time">When it began, a timestamp.</param>
internal sealed class RunningSaga(TransactionId id, long time) : RunningTransaction(id, time)
{
    private readonly List<SagaBranch> _branches = [];
    private List<(long Place, IParticipant Grain)>? _elsewhere;
    private long _places;
    private volatile bool _isOver;
    private TaskCompletionSource? _over;

    /// <summary>The sagas that it waits for. For <see cref="SagaWaits"/> alone, under its lock.</summary>
    public List<RunningSaga> WaitsFor { get; } = [];

    /// <summary>The last search for a cycle that has seen it. For <see cref="SagaWaits"/> alone, under its lock.</summary>
    public int SeenInSearch { get; set; }

    /// <summary>Whether its steps stand, or are taken back.</summary>
    public bool IsOver => _isOver;

    /// <summary>Whether no grain can do a step any more, so that it waits for no other saga.</summary>
    public bool IsEnding
    {
        get
        {
            lock (Gate)
            {
                return IsClosed;
            }
        }
    }

    /// <summary>Ends when the saga is over: its steps stand, or are taken back.</summary>
    public Task Over
    {
        get
        {
            lock (Gate)
            {
                return _isOver
                    ? Task.CompletedTask
                    : (_over ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }
        }
    }

    /// <summary>A grain is about to do a step.</summary>
    /// <returns>False if the saga is over: a call that its caller gave up comes too late.</returns>
    /// <param name="branch">Its branch: from now on the last one.</param>
    public bool TryEnter(SagaBranch branch)
    {
        lock (Gate)
        {
            if (IsClosed)
                return false;

            branch.Place = ++_places;
            if (_branches.Count == 0 || _branches[^1] != branch)
            {
                _branches.Remove(branch);
                _branches.Add(branch);
            }

            return true;
        }
    }

    /// <summary>A grain of another silo, or one that is called by it, is about to do its first step.</summary>
    public override void Join(GrainId grainId, IParticipant participant)
    {
        lock (Gate)
        {
            base.Join(grainId, participant);
            (_elsewhere ??= []).Add((++_places, participant));
        }
    }

    /// <summary>No grain can do a step any more.</summary>
    /// <returns>The branches in the order of their last steps.</returns>
    public List<SagaBranch> CloseBranches()
    {
        lock (Gate)
        {
            IsClosed = true;
            return _branches;
        }
    }

    /// <summary>No grain can do a step any more.</summary>
    /// <returns>
    /// The grains that have done one, each once, in the order of their last steps. Of a grain on another silo its first step counts.
    /// </returns>
    public override List<IParticipant> Close()
    {
        lock (Gate)
        {
            IsClosed = true;
            return
            [
                .. _branches.Select(static branch => (branch.Place, Grain: branch.Store.Participant)).Concat(_elsewhere ?? [])
                    .OrderBy(static part => part.Place).Select(static part => part.Grain).Distinct(),
            ];
        }
    }

    /// <summary>It is over: those that wait for it go on.</summary>
    public void End()
    {
        lock (Gate)
        {
            _isOver = true;
        }

        _over?.TrySetResult();
    }

    /// <summary>All its grains have heard of its end: a grain that keeps its part until its next step keeps no states of others with it.</summary>
    public void Forget()
    {
        lock (Gate)
        {
            foreach (var branch in _branches)
                branch.Forget();

            _branches.Clear();
        }
    }
}
