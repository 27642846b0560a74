using System.Text.Json.Serialization;

namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// The outbox and the inbox of a grain, where no transaction delivers its events (`exactly-once` under the protocol `none`): a part of its
/// state, which each update changes and stores with the rest.
/// </summary>
[GenerateSerializer, Immutable]
internal sealed record KeptEvents
{
    /// <summary>Of a grain that has neither told nor heard of an event.</summary>
    public static readonly KeptEvents Empty = new();

    /// <summary>Number of the last row that was put into the outbox.</summary>
    [Id(0)]
    public int Posted { get; init; }

    /// <summary>Events that not all of their consumers are known to have, the oldest first.</summary>
    [Id(1)]
    public ImmutableArray<OutboxRow> Outbox { get; init; } = [];

    /// <summary>Events that took effect, until their producer says that it sends them no more.</summary>
    [Id(2), JsonIgnore]
    public ImmutableDictionary<EventId, KeptEvent> Inbox { get; init; } = ImmutableDictionary<EventId, KeptEvent>.Empty;

    /// <summary>
    /// When the youngest call was made that delivered an event which is forgotten by now, UTC ticks. A call that is older is refused, as it
    /// may be a repeat; its producer makes another one.
    /// </summary>
    [Id(3)]
    public long Forgotten { get; init; }

    [JsonPropertyName("inbox")]
    public ImmutableArray<KeptEvent> StoredInbox
    {
        get => [.. Inbox.Values];
        init => Inbox = value.IsDefault ? Inbox : value.ToImmutableDictionary(static kept => kept.Id);
    }

    /// <summary>Puts a row into the outbox.</summary>
    /// <param name="row">The row; it gets its number here.</param>
    public KeptEvents With(OutboxRow row) => this with { Posted = Posted + 1, Outbox = Outbox.Add(row with { Number = Posted + 1 }) };

    /// <summary>Takes a row out of the outbox.</summary>
    /// <returns>Null if it is not there.</returns>
    public KeptEvents? Without(OutboxRow row)
    {
        var rest = Outbox.Remove(row);
        return rest.Length == Outbox.Length ? null : this with { Outbox = rest };
    }

    /// <summary>The oldest row about a subject: those after it wait for it.</summary>
    /// <param name="owner">Owner of the events (<see cref="EventId"/>).</param>
    /// <returns>Null if there is none.</returns>
    public OutboxRow? First(int owner, int number)
    {
        foreach (var row in Outbox)
        {
            if ((row.Name.Owner, row.Name.Number) == (owner, number))
                return row;
        }

        return null;
    }

    /// <summary>Whether an event lies in the outbox.</summary>
    public bool Tells(EventId id)
    {
        foreach (var row in Outbox)
        {
            if (row.Tells(id))
                return true;
        }

        return false;
    }

    /// <summary>An event has arrived.</summary>
    /// <returns>The events with it, and the number of the arrival that has the effect: this one, unless it is a repeat.</returns>
    /// <exception cref="TimeoutException">The call is so old that it can't be known whether it is a repeat.</exception>
    public (KeptEvents Kept, int Effect) Hear(EventStamp stamp, int arrival)
    {
        if (Inbox.TryGetValue(stamp.Id, out var known))
        {
            var again = known with { Sent = Math.Max(known.Sent, stamp.Sent) };
            return (this with { Inbox = Inbox.SetItem(stamp.Id, again) }, known.Arrival);
        }

        return stamp.Sent > Forgotten
            ? (this with { Inbox = Inbox.Add(stamp.Id, new KeptEvent(stamp.Id, arrival, stamp.Sent)) }, arrival)
            : throw new TimeoutException($"A call that delivers {stamp.Id} came after events that were sent later were forgotten; it is refused.");
    }

    /// <summary>The events in the inbox whose last call is old enough that none of the same time is likely to be under way.</summary>
    /// <param name="before">What is old, UTC ticks.</param>
    public ImmutableArray<EventId> Older(long before) =>
        [.. Inbox.Values.Where(kept => kept.Sent < before).Select(static kept => kept.Id)];

    /// <summary>Forgets events that are sent no more.</summary>
    public KeptEvents Forget(ImmutableArray<EventId> ids)
    {
        var (inbox, forgotten) = (Inbox.ToBuilder(), Forgotten);
        foreach (var id in ids)
        {
            if (inbox.TryGetValue(id, out var kept))
            {
                forgotten = Math.Max(forgotten, kept.Sent);
                inbox.Remove(id);
            }
        }

        return this with { Inbox = inbox.ToImmutable(), Forgotten = forgotten };
    }
}

/// <summary>An event that took effect, in an inbox that is stored.</summary>
/// <param name="Sent">When the youngest of its calls that came was made, UTC ticks.</param>
[GenerateSerializer, Immutable]
internal sealed record KeptEvent(EventId Id, int Arrival, long Sent);
