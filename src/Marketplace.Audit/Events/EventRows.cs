using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Events;

/// <summary>An event was emitted, or arrived.</summary>
/// <param name="Number">Which arrival it was; of a sending its number in the outbox, 0 without.</param>
/// <param name="Tid">Number of the transaction that produced it; 0 if that is not one of the run.</param>
internal readonly record struct EventRow(EventId Id, EventStage Stage, int Number, long Tid)
{
    /// <summary>Compares by event, stage and number. Of enums as numbers: as enums they would be boxed.</summary>
    public static int Compare(EventRow a, EventRow b)
    {
        var order = ((int)a.Id.Kind).CompareTo((int)b.Id.Kind);
        order = order != 0 ? order : a.Id.Owner.CompareTo(b.Id.Owner);
        order = order != 0 ? order : a.Id.Number.CompareTo(b.Id.Number);
        order = order != 0 ? order : a.Id.Part.CompareTo(b.Id.Part);
        order = order != 0 ? order : ((int)a.Id.Consumer).CompareTo((int)b.Id.Consumer);
        order = order != 0 ? order : a.Id.Key.CompareTo(b.Id.Key);
        order = order != 0 ? order : ((int)a.Stage).CompareTo((int)b.Stage);
        return order != 0 ? order : a.Number.CompareTo(b.Number);
    }
}

/// <summary>A consumer acted on an event of an order.</summary>
/// <param name="Number">Place among the arrivals at the consumer.</param>
internal readonly record struct EffectRow(EventId Id, int Number)
{
    /// <summary>Compares by consumer, order and place.</summary>
    public static int Compare(EffectRow a, EffectRow b)
    {
        var order = CompareOrders(a, b);
        return order != 0 ? order : a.Number.CompareTo(b.Number);
    }

    /// <summary>Compares by consumer and order.</summary>
    public static int CompareOrders(EffectRow a, EffectRow b)
    {
        var order = ((int)a.Id.Consumer).CompareTo((int)b.Id.Consumer);
        order = order != 0 ? order : a.Id.Key.CompareTo(b.Id.Key);
        order = order != 0 ? order : a.Id.Owner.CompareTo(b.Id.Owner);
        return order != 0 ? order : a.Id.Number.CompareTo(b.Id.Number);
    }
}

/// <summary>What became of one event.</summary>
/// <param name="Tid">Number of the transaction that produced it; 0 if that is not one of the run.</param>
/// <param name="Applied">How often its consumer acted on it.</param>
/// <param name="Repeated">How often it arrived besides, and was known.</param>
internal readonly record struct EventFacts(EventId Id, long Tid, int Emitted, int Applied, int Repeated)
{
    /// <summary>Records of it.</summary>
    public int Rows => Emitted + Applied + Repeated;

    /// <summary>Adds a record.</summary>
    /// <param name="row">One of the same event.</param>
    public EventFacts With(EventRow row)
    {
        var facts = this with { Id = row.Id, Tid = Math.Max(Tid, row.Tid) };
        return row.Stage switch
        {
            EventStage.Emitted => facts with { Emitted = Emitted + 1 },
            EventStage.Applied => facts with { Applied = Applied + 1 },
            _ => facts with { Repeated = Repeated + 1 },
        };
    }
}
