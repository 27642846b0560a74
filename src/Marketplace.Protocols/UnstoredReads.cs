namespace Marketplace.Protocols;

/// <summary>
/// The wait until what a transaction has read is stored, left to who began it. Who begins another one instead of answering need not wait: that one
/// is stored later, with all that it has read too, and is waited for.
/// </summary>
public sealed class UnstoredReads
{
    private Func<Task>? _wait;

    /// <summary>Waits until they are stored; not at all if the protocol has waited.</summary>
    /// <exception cref="Storage.StorageUnavailableException">They are not, in time.</exception>
    public Task Wait() => _wait?.Invoke() ?? Task.CompletedTask;

    internal void Leave(Func<Task> wait) => _wait = wait;
}
