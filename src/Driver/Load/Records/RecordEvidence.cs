using System.Text.Json;
using Marketplace.Audit.History;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Load.Records;

/// <summary>
/// What was read and written, as far as the audit of a run of records needs it: each answer is checked when it comes, and the writes of a
/// thousand keys are kept. Thread-safe, bounded.
/// </summary>
/// <param name="rows">Items of the seed.</param>
internal sealed class RecordEvidence(int rows) : RunEvidence(rows)
{
    private readonly Lock _gate = new();
    private readonly KeptWrites<long> _writes = new();
    private readonly Dictionary<long, bool> _deletions = [];
    private byte[]? _first;
    private long _deleted;
    private long _maybeDeleted;

    /// <summary>Items deleted, and those of which that is not known.</summary>
    public (long Known, long Unknown) Deletions => (Volatile.Read(ref _deleted), Volatile.Read(ref _maybeDeleted));

    /// <summary>Keys whose writes are kept; all of the seed.</summary>
    public IEnumerable<long> Sampled => SampledNumbers.Select(KeyOf);

    /// <summary>Checks an answer that never changes.</summary>
    public void Same(ReadOnlySpan<byte> body)
    {
        var first = Volatile.Read(ref _first) ?? Interlocked.CompareExchange(ref _first, body.ToArray(), null);
        if (!Count(first is null ? body.Length > 2 : body.SequenceEqual(first))) Wrong("an answer that differs from the first one");
    }

    /// <summary>Checks an item that was read by its key.</summary>
    public void Item(ReadOnlySpan<byte> body, long id)
    {
        if (!Count(Parse(body, RecordsJson.Default.Item) is { } item && IsWhole(item) && item.Id == id)) Wrong($"item {id}");
    }

    /// <summary>Checks the items that were read by their owner.</summary>
    public void Items(ReadOnlySpan<byte> body, long owner)
    {
        var items = Parse(body, RecordsJson.Default.IReadOnlyListItem);
        if (!Count(items is { Count: > 0 } && items.All(item => IsWhole(item) && item.Owner == owner))) Wrong($"items of owner {owner}");
    }

    /// <summary>Notes how a deletion of an item of the seed ended.</summary>
    public void Deleted(long id, OutcomeClass outcome)
    {
        var isKnown = outcome == OutcomeClass.Committed;
        if (!isKnown && !outcome.IsUnknown()) return;
        Interlocked.Increment(ref isKnown ? ref _deleted : ref _maybeDeleted);
        if (!IsSampled(NumberOf(id))) return;
        lock (_gate)
            _deletions[id] = isKnown || _deletions.GetValueOrDefault(id);
    }

    /// <summary>Notes that an item was not found which was there.</summary>
    public void Missed(long id)
    {
        Count(isRight: false);
        Wrong($"no item {id}");
    }

    /// <summary>Whether an item of the seed may be gone.</summary>
    public bool MayBeGone(long id)
    {
        lock (_gate)
            return _deletions.ContainsKey(id);
    }

    /// <summary>Notes how an update ended.</summary>
    public void Written(long id, WriteMark mark, long sent, long completed, OutcomeClass outcome)
    {
        if (IsSampled(NumberOf(id))) _writes.Add(id, mark, sent, completed, outcome);
    }

    /// <summary>Whether an item may be what is stored at the end: a write that no later acknowledged one replaced, and no deletion.</summary>
    /// <param name="stored">Its mark.</param>
    public bool MayBeLast(long id, WriteMark stored)
    {
        lock (_gate)
            if (_deletions.GetValueOrDefault(id)) return false;
        return _writes.MayBeLast(id, stored, isOfBefore: stored.Writer == 0);
    }

    /// <summary>Whether an item is what its writer wrote.</summary>
    public static bool IsWhole(Item item) =>
        item.Mark == WriteMark.Of(item.Id, item.Mark.Writer, item.Mark.Sequence, item.Price, item.Quantity)
        && item.Sku == SeedData.Sku(item.Id) && item.Attributes.Count == SeedData.Attributes && item.Tags.Count == SeedData.Tags;

    private static T? Parse<T>(ReadOnlySpan<byte> body, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(body, type);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // Keys count from 1.
    private static long KeyOf(long number) => number + 1;

    private static long NumberOf(long id) => id - 1;
}
