using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.EventDelivery;

/// <summary>The events of one key: nearly always one, as keys are hashes of 64 bits.</summary>
[GenerateSerializer, Immutable]
internal sealed record InboxRow(ImmutableArray<InboxEntry> Entries)
{
    /// <summary>The key of an event.</summary>
    /// <returns>A hash of all that names it (the finalizer of SplitMix64 over each part).</returns>
    public static long KeyOf(InboxEntry entry)
    {
        var id = entry.Id;
        var hash = SplitMix.Mix(((ulong)id.Kind << 32) | (uint)id.Consumer);
        hash = SplitMix.Mix(hash ^ (ulong)id.Key);
        hash = SplitMix.Mix(hash ^ (((ulong)(uint)id.Owner << 32) | (uint)id.Number));
        hash = SplitMix.Mix(hash ^ (uint)id.Part);
        hash = SplitMix.Mix(hash ^ (ulong)entry.Attempt);
        return (long)SplitMix.Mix(hash ^ (ulong)entry.Sent);
    }

    /// <summary>Adds an event.</summary>
    /// <param name="rows">The events known so far; replaced if it is none of them.</param>
    /// <returns>False if it is known.</returns>
    public static bool TryAdd(ref RowMap<InboxRow> rows, InboxEntry entry)
    {
        var key = KeyOf(entry);
        if (!rows.TryGetValue(key, out var row))
        {
            rows = rows.SetItem(key, new InboxRow([entry]));
            return true;
        }

        if (row.Entries.Contains(entry))
            return false;

        rows = rows.SetItem(key, new InboxRow(row.Entries.Add(entry)));
        return true;
    }

    /// <summary>Removes an event.</summary>
    /// <returns>The events without it.</returns>
    public static RowMap<InboxRow> Remove(RowMap<InboxRow> rows, InboxEntry entry)
    {
        var key = KeyOf(entry);
        if (!rows.TryGetValue(key, out var row))
            return rows;

        var rest = row.Entries.Remove(entry);
        return rest.IsEmpty ? rows.Remove(key) : rows.SetItem(key, new InboxRow(rest));
    }
}
