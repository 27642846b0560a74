namespace Marketplace.EndToEnd.Mutants;

/// <summary>A bug that a test puts into a protocol.</summary>
internal sealed class Mutation(MutationKind kind)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly TaskCompletionSource _allRead = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _readers;

    /// <summary>What it does wrong, once it is on.</summary>
    public MutationKind Kind => IsOn ? kind : MutationKind.None;

    /// <summary>Whether the bug is there yet.</summary>
    public bool IsOn { get; set; }

    /// <summary>The state that the protocol has registered.</summary>
    public Type? State { get; set; }

    /// <summary>The next of two readers was asked.</summary>
    public void HasRead()
    {
        if (Interlocked.Increment(ref _readers) == 2)
            _allRead.TrySetResult();
    }

    /// <summary>Ends when two readers have been asked: as slow as a message may be.</summary>
    public Task AllRead() => _allRead.Task.WaitAsync(Patience);
}
