namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Something to be written, and who waits for it.</summary>
internal abstract class QueuedWrite
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when it is durable.</summary>
    public Task Done => _done.Task;

    /// <summary>Goes into a batch, or has an end without one. Called by the writer alone.</summary>
    /// <returns>False if the batch must be written first.</returns>
    public abstract bool Enter(Batch batch);

    /// <summary>It is durable.</summary>
    public void Complete() => _done.SetResult();

    /// <summary>It was not written.</summary>
    public virtual void Fail(Exception exception) => _done.SetException(exception);
}
