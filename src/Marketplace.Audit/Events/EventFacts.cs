using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Events;

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
