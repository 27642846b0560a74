using Marketplace.Audit.History;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Load.Records;

/// <summary>The writes of some keys, as long as it can matter which of them came last. Thread-safe.</summary>
internal sealed class KeptWrites<TKey>
    where TKey : notnull
{
    private readonly Lock _gate = new();
    private readonly Dictionary<TKey, List<Write>> _writes = [];

    /// <summary>Notes how a write ended.</summary>
    public void Add(TKey key, WriteMark mark, long sent, long completed, OutcomeClass outcome)
    {
        var isKnown = outcome == OutcomeClass.Committed;
        if (!isKnown && !outcome.IsUnknown()) return;
        lock (_gate)
        {
            if (!_writes.TryGetValue(key, out var writes)) _writes[key] = writes = [];

            // What this one certainly replaced is no longer needed.
            if (isKnown) writes.RemoveAll(write => write.IsAcknowledged && write.Completed < sent);
            writes.Add(new Write(mark, sent, isKnown ? completed : long.MaxValue, isKnown));
        }
    }

    /// <summary>Whether a write may be the one that is stored at the end: no later acknowledged one replaced it.</summary>
    /// <param name="stored">What is stored.</param>
    /// <param name="isOfBefore">True if it was stored before the run.</param>
    public bool MayBeLast(TKey key, WriteMark stored, bool isOfBefore)
    {
        lock (_gate)
        {
            var writes = _writes.GetValueOrDefault(key) ?? [];
            if (isOfBefore) return !writes.Exists(write => write.IsAcknowledged);
            return writes.Find(write => write.Mark == stored) is { } found
                && !writes.Exists(other => other.IsAcknowledged && other.Sent > found.Completed);
        }
    }

    /// <param name="Completed">When it was acknowledged, in ticks; far in the future if that is not known.</param>
    private sealed record Write(WriteMark Mark, long Sent, long Completed, bool IsAcknowledged);
}
