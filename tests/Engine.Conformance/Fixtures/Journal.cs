namespace Marketplace.Conformance.Fixtures;

/// <summary>What grains did, in order; the test can wait for an entry.</summary>
internal sealed class Journal
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Lock _lock = new();
    private readonly List<string> _entries = [];
    private readonly SemaphoreSlim _written = new(0);

    public IReadOnlyList<string> Entries
    {
        get
        {
            lock (_lock)
                return [.. _entries];
        }
    }

    public void Write(string entry)
    {
        lock (_lock)
            _entries.Add(entry);
        _written.Release();
    }

    /// <summary>Waits until that many entries are there. One waiter at a time.</summary>
    public Task<IReadOnlyList<string>> WaitFor(int count) => WaitFor(entries => entries.Count >= count, $"{count} entries");

    /// <summary>Waits until an entry is there. One waiter at a time.</summary>
    public Task<IReadOnlyList<string>> WaitFor(string entry) => WaitFor(entries => entries.Contains(entry), $"\"{entry}\"");

    private async Task<IReadOnlyList<string>> WaitFor(Predicate<IReadOnlyList<string>> isThere, string what)
    {
        while (true)
        {
            var entries = Entries;
            if (isThere(entries))
                return entries;
            if (!await _written.WaitAsync(Patience))
                throw new TimeoutException($"Awaited {what}; there are: {string.Join(", ", Entries)}.");
        }
    }
}

/// <summary>Counts the activations made.</summary>
internal sealed class ActivationCounter
{
    private int _count;

    public int Next() => Interlocked.Increment(ref _count);
}
