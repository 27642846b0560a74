using System.Runtime.ExceptionServices;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>The commit actions of one transaction at one grain: each runs once after the commit, or is taken back once after an abort.</summary>
internal sealed class Outbox(TransactionId id)
{
    private readonly List<CommitAction> _actions = [];
    private readonly TaskCompletionSource _decided = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _left;
    private Task? _leaving;

    /// <summary>The transaction.</summary>
    public TransactionId Id => id;

    /// <summary>Ends when the coordinator knows that the transaction has actions here.</summary>
    public Task Joined { get; set; } = Task.CompletedTask;

    /// <summary>Whether the version that carries it was given to the storage: from then on the storage hears how the transaction ends.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether its transaction has ended, and what is in it has left or is leaving, or was taken back.</summary>
    public bool IsDecided => _decided.Task.IsCompleted;

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

    /// <summary>Takes everything back, unless it has left. An action that fails keeps none of the others from it.</summary>
    public async Task RunOnAbort()
    {
        if (IsDecided)
            return;

        _decided.SetResult();
        Exception? failure = null;
        foreach (var action in _actions)
        {
            try
            {
                await action.OnAbort();
            }
            catch (Exception exception)
            {
                failure ??= exception;
            }
        }

        if (failure is not null)
            ExceptionDispatchInfo.Throw(failure);
    }

    private async Task LeavingLater()
    {
        await _decided.Task;
        await (_leaving ?? Task.CompletedTask);
    }

    private async Task Leave(Task before)
    {
        if (!before.IsCompleted)
            await Task.WhenAny(before);

        for (; _left < _actions.Count; _left++)
            await _actions[_left].OnCommit();
    }
}
