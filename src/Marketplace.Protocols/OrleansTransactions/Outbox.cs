using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// The commit actions of one transaction at one grain: each runs once after the commit, or is taken back once after an abort. What the storage of
/// the states can write goes into it with the prepared version, and again with the commit.
/// </summary>
internal sealed class Outbox(TransactionId id)
{
    private readonly List<CommitAction> _actions = [];
    private readonly List<WriteSet> _kept = new(0);
    private readonly TaskCompletionSource _decided = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _left;
    private Task? _leaving;
    private bool _isKept;

    /// <summary>The transaction.</summary>
    public TransactionId Id => id;

    /// <summary>Ends when the coordinator knows that the transaction has actions here.</summary>
    public Task Joined { get; set; } = Task.CompletedTask;

    /// <summary>Whether the version that carries it was given to the storage: from then on the storage hears how the transaction ends.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether its transaction has ended, and what is in it has left or is leaving, or was taken back.</summary>
    public bool IsDecided => _decided.Task.IsCompleted;

    /// <summary>What is stored of it with the prepared version.</summary>
    public IReadOnlyList<WriteSet> Kept => _kept;

    /// <summary>Makes one of what was stored of it.</summary>
    public static Outbox Restore(IEnumerable<WriteSet> kept)
    {
        var outbox = new Outbox(default) { IsPrepared = true };
        outbox._isKept = true;
        outbox._kept.AddRange(kept);
        return outbox;
    }

    /// <summary>
    /// Its version is about to be stored as a prepared one: what can be written with the commit is stored too, and is no action any more.
    /// </summary>
    public void Keep(IAtomicWrites atomicWrites, GrainId grain)
    {
        if (_isKept)
            return;

        _isKept = true;
        var write = atomicWrites.BeginWriteSet();

        // Whoever commits it writes it, also when this silo is gone.
        if (_actions.RemoveAll(action => action.Join(write)) > 0 && write.Encode(grain) is { } kept)
            _kept.Add(kept with { Writer = 0 });
    }

    /// <summary>Its version is about to be stored as the committed one: what can be written with that is, and is no action any more.</summary>
    public void Join(AtomicWrite write)
    {
        foreach (var kept in _kept)
            write.Add(kept);

        _actions.RemoveAll(action => action.Join(write));
    }

    /// <summary>Adds an action.</summary>
    public void Add(CommitAction action) => _actions.Add(action);

    /// <summary>Runs the actions, after those of an earlier transaction.</summary>
    /// <param name="before">Ends, well or not, when that has left.</param>
    /// <returns>When everything has left.</returns>
    public Task RunOnCommit(Task before)
    {
        if (!IsDecided)
        {
            _leaving = Leave(before);
            _decided.SetResult();
        }

        return _leaving ?? Task.CompletedTask;
    }

    /// <summary>Ends when everything has left, or was taken back; fails if something can't leave.</summary>
    public Task Leaving => _decided.Task.IsCompleted ? _leaving ?? Task.CompletedTask : LeavingLater();

    /// <summary>Waits until everything has left. What failed to leave is tried again.</summary>
    /// <returns>When everything has left, or was taken back.</returns>
    public async Task Left()
    {
        await _decided.Task;
        if (_leaving is { IsFaulted: true })
            _leaving = Leave(Task.CompletedTask);

        await (_leaving ?? Task.CompletedTask);
    }

    /// <summary>Takes everything back, unless it has left.</summary>
    /// <param name="takingBack">Tries those again that fail.</param>
    public async Task RunOnAbort(TakingBack takingBack)
    {
        if (IsDecided)
            return;

        _decided.SetResult();
        foreach (var action in _actions)
        {
            try
            {
                await action.OnAbort();
            }
            catch (Exception exception)
            {
                takingBack.Add(action, exception);
            }
        }
    }

    private async Task LeavingLater()
    {
        await _decided.Task;
        await (_leaving ?? Task.CompletedTask);
    }

    private async Task Leave(Task before)
    {
        await before.Ended();
        for (; _left < _actions.Count; _left++)
            await _actions[_left].OnCommit();
    }
}
