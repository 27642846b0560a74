using System.Collections.Concurrent;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// The states of decided atomic writes that are not stored yet. The next activation of such a grain loads its state when that is: else it would
/// load an older one.
/// </summary>
internal sealed class PendingStates
{
    private readonly ConcurrentDictionary<(string Service, long Grain), Task> _stored = new();

    /// <summary>Whether there are none.</summary>
    public bool IsEmpty => _stored.IsEmpty;

    /// <summary>A state is decided.</summary>
    /// <param name="stored">Ends when it is stored.</param>
    public void Add(IBatchedState state, Task stored) => _stored[(state.Service, state.Grain)] = stored;

    /// <summary>It is stored, or never will be.</summary>
    /// <param name="stored">What it was added with: a later one stays.</param>
    public void Remove(IBatchedState state, Task stored) => _stored.TryRemove(new((state.Service, state.Grain), stored));

    /// <summary>Waits until a grain has no such state.</summary>
    public async ValueTask Wait(string service, long grain, CancellationToken cancellationToken)
    {
        while (_stored.TryGetValue((service, grain), out var stored))
            await Task.WhenAny(stored).WaitAsync(cancellationToken);
    }
}
