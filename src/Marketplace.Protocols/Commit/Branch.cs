namespace Marketplace.Protocols.Commit;

/// <summary>The branch of a transaction in one grain, under two-phase commit.</summary>
/// <param name="age">When its first attempt began: a smaller one is older.</param>
internal abstract class Branch<TState>(TransactionId id, long age) : StoredBranch<TState>
    where TState : class, new()
{
    private int _isRunning;
    private TaskCompletionSource? _paused;

    /// <summary>The transaction.</summary>
    public TransactionId Id => id;

    /// <summary>Whether it changes anything; else it has only read.</summary>
    public bool HasWritten => Working is not null || CommitActions is not null;

    /// <summary>Whether it has promised to commit when it is told to.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether it is committed here; it may be that it is not stored yet.</summary>
    public bool IsInstalled { get; set; }

    /// <summary>Its commit under way, so that a repeated message waits for the same one.</summary>
    public Task? Committing { get; set; }

    /// <summary>Whether it is stored, and what leaves with it has left: nothing is to be done for it any more.</summary>
    public bool IsOver { get; private set; }

    private (long Age, long Coordinator, long Number) Order => (age, id.Coordinator, id.Number);

    /// <summary>Whether it precedes another transaction.</summary>
    /// <returns>True if it is older.</returns>
    public bool IsOlderThan(Branch<TState> other) => Order.CompareTo(other.Order) < 0;

    /// <summary>Stores it by itself, if it was not handed over with the whole transaction.</summary>
    /// <returns>When it is stored.</returns>
    public ValueTask Save() => Stored is { } stored ? new(stored) : Working is { } working ? Store.SaveDecided(working) : default;

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

            IsOver = true;
        }
        finally
        {
            Volatile.Write(ref _isRunning, 0);
            Interlocked.Exchange(ref _paused, null)?.SetResult();
        }
    }

    /// <summary>The transaction was aborted: its commit actions take back what they did outside.</summary>
    public async Task RunOnAbort()
    {
        foreach (var action in CommitActions ?? [])
            await action.OnAbort();
    }
}
