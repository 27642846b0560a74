using Marketplace.Protocols.Storage;

namespace Marketplace.Protocol.Conformance.Faults;

/// <summary>Holds one save back until it is told to let it go.</summary>
/// <param name="number">Which of all saves, from 1.</param>
internal sealed class HeldSave(int number)
{
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _let = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _count;

    /// <summary>Ends when it is held.</summary>
    public Task Held => _held.Task;

    /// <summary>Lets it go.</summary>
    public void Let() => _let.SetResult();

    /// <summary>Called by each save.</summary>
    /// <returns>When it may go on.</returns>
    public Task Pass()
    {
        if (Interlocked.Increment(ref _count) != number)
            return Task.CompletedTask;

        _held.SetResult();
        return _let.Task;
    }
}

/// <summary>Stores nothing, and takes its time with one save.</summary>
internal sealed class HeldStorage<TState>(HeldSave held) : IStateStore<TState>
    where TState : class, new()
{
    public ValueTask<TState> Load(CancellationToken cancellationToken) => new(new TState());

    public ValueTask Save(TState state) => new(held.Pass());

    public ValueTask Clear() => ValueTask.CompletedTask;
}
