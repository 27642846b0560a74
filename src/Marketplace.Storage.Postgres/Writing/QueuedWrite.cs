namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Something to be written, and who waits for it.</summary>
internal abstract class QueuedWrite
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when it is durable.</summary>
    public Task Done => _done.Task;

    /// <summary>Whether it is decided, so that it must be written however long that takes.</summary>
    public virtual bool IsDecided => false;

    /// <summary>Whether a silo can't go on without it: several grains wrote it. What a grain saves for itself it saves again.</summary>
    public virtual bool IsShared => false;

    /// <summary>Whether nothing else may be in its batch.</summary>
    public virtual bool IsAlone => false;

    /// <summary>Goes into a batch, or has an end without one. Called by the writer alone.</summary>
    public abstract void Join(Batch batch);

    /// <summary>Whether it writes a state.</summary>
    public virtual bool Concerns(IBatchedState state) => false;

    /// <summary>It is durable.</summary>
    public virtual void Complete() => _done.SetResult();

    /// <summary>It was not written.</summary>
    public virtual void Fail(Exception exception) => _done.SetException(exception);
}
