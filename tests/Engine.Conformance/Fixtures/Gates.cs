using System.Collections.Concurrent;

namespace Marketplace.Conformance.Fixtures;

/// <summary>Named gates where grains wait until the test opens them; the test sees who has arrived.</summary>
internal sealed class Gates
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly ConcurrentDictionary<string, Gate> _gates = new();
    private readonly TaskCompletionSource _allOpen = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Shows the test that something has happened; called by grains.</summary>
    public void Arrive(string name) => Of(name).Arrived.Release();

    /// <summary>Waits at a gate; called by grains.</summary>
    public async Task Pass(string name, CancellationToken cancellationToken = default)
    {
        var gate = Of(name);
        gate.Arrived.Release();
        await Task.WhenAny(gate.Open.Task, _allOpen.Task).WaitAsync(cancellationToken);
    }

    /// <summary>Waits until one more has arrived at the gate.</summary>
    public async Task Arrival(string name)
    {
        if (!await Of(name).Arrived.WaitAsync(Patience))
            throw new TimeoutException($"Nobody arrived at gate \"{name}\".");
    }

    public bool HasArrival(string name) => Of(name).Arrived.CurrentCount > 0;

    public void Open(string name) => Of(name).Open.TrySetResult();

    /// <summary>Lets everybody go, now and later: the test is over.</summary>
    public void OpenAll() => _allOpen.TrySetResult();

    private Gate Of(string name) => _gates.GetOrAdd(name, static _ => new Gate());

    private sealed class Gate
    {
        public SemaphoreSlim Arrived { get; } = new(0);
        public TaskCompletionSource Open { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
