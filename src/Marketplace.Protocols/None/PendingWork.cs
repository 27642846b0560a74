namespace Marketplace.Protocols.None;

/// <summary>
/// What a transaction has begun and not finished: saves, and what leaves a grain after them. It goes on meanwhile, so that the
/// saves of all its grains can share one write of the storage.
/// </summary>
internal sealed class PendingWork
{
    private readonly Lock _lock = new();
    private List<Task>? _tasks;

    /// <summary>Whether there is none.</summary>
    public bool IsEmpty => _tasks is null;

    /// <summary>Takes some.</summary>
    /// <param name="task">Ends with it.</param>
    public void Add(Task task)
    {
        lock (_lock)
        {
            (_tasks ??= []).Add(task);
        }
    }

    /// <summary>Waits for all of it. Called when the transaction begins nothing more.</summary>
    /// <returns>When it is done, or has failed.</returns>
    public Task Finish() => _tasks is { } tasks ? Task.WhenAll(tasks) : Task.CompletedTask;
}
