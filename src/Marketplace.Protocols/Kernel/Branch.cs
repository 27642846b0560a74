using System.Runtime.ExceptionServices;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// The branch of a transaction in one grain: the state that it leaves there, and what leaves the grain. A protocol adds what its
/// <see cref="ParticipantMachine"/> has to know. It knows the state as an object, so that machines need not know it at all.
/// </summary>
/// <param name="id">The transaction.</param>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
internal abstract class Branch(TransactionId id, long age) : IStoredBranch
{
    // Null once it is handed over: whoever takes it out, a commit or the next activation, decides which store that is.
    private IBranchStore? _store;
    private bool _hasBegun;
    private bool _isOver;
    private TaskCompletionSource? _awaited;
    private Task? _stored;
    private int _isRunning;
    private TaskCompletionSource? _paused;
    private CommitAction[]? _actions;

    public TransactionId Id => id;

    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public object? Working { get; set; }

    /// <summary>What leaves the grain at the commit, in order.</summary>
    public Queue<CommitAction>? CommitActions { get; set; }

    /// <summary>Whether it changes anything; else it has only read.</summary>
    public bool HasWritten => Working is not null || CommitActions is not null;

    /// <summary>Whether it has promised to commit when it is told to.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether it is committed here; it may be that it is not stored yet.</summary>
    public bool IsInstalled { get; set; }

    /// <summary>Whether it is stored, and what leaves with it has left: nothing is to be done for it any more.</summary>
    public virtual bool IsOver => _isOver;

    /// <summary>Ends when it need not wait any more; null while nobody waits with it.</summary>
    public TaskCompletionSource? Waiter { get; set; }

    /// <summary>Its commit under way, so that a repeated message waits for the same one.</summary>
    public Task? Committing { get; set; }

    /// <summary>Its abort under way, or failed; null if nothing is to be taken back, or all is.</summary>
    public Task? Aborting { get; set; }

    /// <summary>What another silo stores of it, where that decides; null if no other silo does, or nothing is stored.</summary>
    public WriteSet? WriteSet { get; private set; }

    /// <summary>Ends when it is stored by itself, where that decides, and all that follows is done; null if it is not.</summary>
    public Task<ParticipantAnswer>? Storing { get; set; }

    /// <summary>Ends when the whole transaction is stored; null if it is not handed over as a whole.</summary>
    public Task? Stored => _stored;

    /// <inheritdoc/>
    public bool CanDecide => Working is null || Volatile.Read(ref _store) is not { CanDecide: false };

    /// <summary>Where its activation keeps its state. Not to be asked for once it is handed over.</summary>
    public IBranchStore Store => Volatile.Read(ref _store) ?? throw new InvalidOperationException("The branch is handed over.");

    private (long Age, long Coordinator, long Number) Order => (age, id.Coordinator, id.Number);

    /// <summary>Whether it precedes another transaction.</summary>
    public bool IsOlderThan(Branch other) => Order.CompareTo(other.Order) < 0;

    /// <summary>Whether a transaction precedes it that has no branch here yet.</summary>
    public bool IsYoungerThan(in AccessRequest request) => Order.CompareTo((request.Age, request.Id.Coordinator, request.Id.Number)) > 0;

    /// <summary>It begins in an activation, which keeps its state.</summary>
    public void Begin(IBranchStore store)
    {
        if (!_hasBegun)
            (_store, _hasBegun) = (store, true);
    }

    /// <summary>
    /// The next activation of the grain takes it up: what is stored of it goes to the store of that one, unless it was handed over already.
    /// </summary>
    /// <param name="store">The store.</param>
    /// <param name="loaded">What was loaded from it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>
    /// The state. It is loaded again if the branch was handed over: that may have happened after it was read, and then it was another one's.
    /// </returns>
    public async ValueTask<object> TakeUp(IBranchStore store, object loaded, CancellationToken cancellationToken)
    {
        var last = Volatile.Read(ref _store);
        if ((last is not null && Interlocked.CompareExchange(ref _store, store, last) == last) || Working is null)
            return loaded;

        var awaited = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Interlocked.Exchange(ref _awaited, awaited);
        if (Volatile.Read(ref _stored) is null)
            await awaited.Task.WaitAsync(cancellationToken);

        // Where the storage decides it may have refused.
        await (IsInstalled ? _stored! : Task.WhenAny(_stored!)).WaitAsync(cancellationToken);
        return await store.Load(cancellationToken);
    }

    /// <summary>Makes what another silo stores of it. What leaves with that comes back if it is aborted.</summary>
    /// <param name="grain">Its grain.</param>
    /// <param name="write">An empty one.</param>
    /// <returns>Null if nothing is to be stored.</returns>
    public WriteSet? MakeWriteSet(GrainId grain, AtomicWrite write)
    {
        AddToWriteSet(write);
        KeepActions();
        JoinActions(write);
        return WriteSet = write.Encode(grain);
    }

    /// <summary>Stores it by itself, if it was not handed over with the whole transaction.</summary>
    /// <returns>When it is stored.</returns>
    public ValueTask Save()
    {
        if (Stored is { } stored)
            return new(stored);

        if (WriteSet is null)
            return Working is { } unsaved ? Store.SaveDecided(unsaved) : default;

        if (Working is { } working)
            Store.WriteSetIsStored(WriteSet, working);

        return default;
    }

    /// <inheritdoc/>
    public void Join(AtomicWrite write)
    {
        var store = Interlocked.Exchange(ref _store, null);
        if (Working is { } working)
            (store ?? throw new InvalidOperationException("The branch is handed over already.")).Add(write, working);

        JoinActions(write);
    }

    /// <summary>Adds what is stored of it to what another silo stores.</summary>
    protected virtual void AddToWriteSet(AtomicWrite write)
    {
        if (Working is { } working)
            Store.AddToWriteSet(write, working);
    }

    /// <summary>What leaves with a write comes back if that is not stored.</summary>
    protected void KeepActions() => _actions = CommitActions?.ToArray();

    /// <summary>It was not stored: what was to leave with it is here again.</summary>
    public void ReturnActions()
    {
        if (_actions is { } actions)
            (CommitActions, _actions) = (new(actions), null);
    }

    /// <summary>Lets leave with a write what can. Those that can't stay, in their order.</summary>
    protected void JoinActions(AtomicWrite write)
    {
        for (var left = CommitActions?.Count ?? 0; left > 0; left--)
        {
            var action = CommitActions!.Dequeue();
            if (!action.Join(write))
                CommitActions.Enqueue(action);
        }
    }

    /// <inheritdoc/>
    public void HandedOver(Task stored)
    {
        Interlocked.Exchange(ref _stored, stored);
        Volatile.Read(ref _awaited)?.TrySetResult();
    }

    /// <summary>It is stored: runs its commit actions, each once.</summary>
    /// <returns>When all have run. An activation that ends may still be at it when the next one comes to it, which then waits for that.</returns>
    public async Task RunOnCommit()
    {
        while (Interlocked.Exchange(ref _isRunning, 1) == 1)
        {
            var mine = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var paused = Interlocked.CompareExchange(ref _paused, mine, null) ?? mine;
            if (Volatile.Read(ref _isRunning) == 1)
                await paused.Task;
        }

        try
        {
            while (CommitActions is { } actions && actions.TryPeek(out var action))
            {
                await action.OnCommit();
                actions.Dequeue();
            }

            _isOver = true;
        }
        finally
        {
            Volatile.Write(ref _isRunning, 0);
            Interlocked.Exchange(ref _paused, null)?.SetResult();
        }
    }

    /// <summary>
    /// The transaction was aborted: its commit actions take back what they did outside, the last one first. One that fails stays, to be tried again,
    /// and keeps none of the others from it.
    /// </summary>
    /// <returns>When that is done. Fails if one did.</returns>
    public async Task RunOnAbort()
    {
        ReturnActions();
        var failed = new Stack<CommitAction>(0);
        Exception? failure = null;
        foreach (var action in CommitActions?.Reverse() ?? [])
        {
            try
            {
                await action.OnAbort();
            }
            catch (Exception exception)
            {
                failed.Push(action);
                failure ??= exception;
            }
        }

        CommitActions = CommitActions is null ? null : new(failed);
        if (failure is not null)
            ExceptionDispatchInfo.Throw(failure);
    }
}

/// <summary>Where the activation that has a branch keeps its state.</summary>
internal interface IBranchStore
{
    /// <summary>Whether what is decided now can be expected to be stored soon.</summary>
    bool CanDecide { get; }

    ValueTask<object> Load(CancellationToken cancellationToken);

    ValueTask SaveDecided(object state);

    void Add(AtomicWrite write, object state);

    void AddToWriteSet(AtomicWrite write, object state);

    void WriteSetIsStored(WriteSet writes, object state);

    void EndStep(AtomicWrite write, long transaction);

    /// <summary>The grain.</summary>
    IParticipant Participant { get; }
}
