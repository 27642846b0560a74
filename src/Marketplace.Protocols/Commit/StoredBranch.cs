using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>What a transaction has done to one grain: the state that it leaves there, and what leaves the grain.</summary>
internal abstract class StoredBranch<TState> : IStoredBranch
    where TState : class, new()
{
    // Null once it is handed over: whoever takes it out, a commit or the next activation, decides which store that is.
    private IStateStore<TState>? _store;
    private TaskCompletionSource? _awaited;
    private Task? _stored;

    /// <summary>The state as this transaction sees it, once it has written.</summary>
    public TState? Working { get; set; }

    /// <summary>What leaves the grain at the commit, in order.</summary>
    public Queue<CommitAction>? CommitActions { get; set; }

    /// <summary>Where the activation that has the branch keeps its state. Not to be asked for once it is handed over.</summary>
    public required IStateStore<TState> Store
    {
        get => _store ?? throw new InvalidOperationException("The branch is handed over.");
        init => _store = value;
    }

    /// <summary>Ends when the whole transaction is stored; null if it is not handed over as a whole.</summary>
    public Task? Stored => _stored;

    /// <summary>
    /// The next activation of the grain takes it up: what is stored of it goes to the store of that one, unless it was handed over already.
    /// </summary>
    /// <param name="loaded">What was loaded from it.</param>
    /// <returns>
    /// The state. It is loaded again if the branch was handed over: that may have happened after it was read, and then it was another one's.
    /// </returns>
    public async ValueTask<TState> TakeUp(IStateStore<TState> store, TState loaded, CancellationToken cancellationToken)
    {
        var last = Volatile.Read(ref _store);
        if ((last is not null && Interlocked.CompareExchange(ref _store, store, last) == last) || Working is null)
            return loaded;

        var awaited = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Interlocked.Exchange(ref _awaited, awaited);
        if (Volatile.Read(ref _stored) is null)
            await awaited.Task.WaitAsync(cancellationToken);

        await _stored!.WaitAsync(cancellationToken);
        return await store.Load(cancellationToken);
    }

    public bool CanDecide => Working is null || Volatile.Read(ref _store) is not { CanDecide: false };

    public void Join(AtomicWrite write)
    {
        var store = Interlocked.Exchange(ref _store, null);
        if (Working is { } working)
            (store ?? throw new InvalidOperationException("The branch is handed over already.")).Add(write, working);

        // Those that can't join stay, in their order.
        for (var left = CommitActions?.Count ?? 0; left > 0; left--)
        {
            var action = CommitActions!.Dequeue();
            if (!action.Join(write))
                CommitActions.Enqueue(action);
        }
    }

    public void HandedOver(Task stored)
    {
        Interlocked.Exchange(ref _stored, stored);
        Volatile.Read(ref _awaited)?.TrySetResult();
    }
}
