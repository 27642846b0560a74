namespace Marketplace.Driver.History;

/// <summary>
/// One operation of the driver. Times are ticks of <see cref="TimeProvider.GetTimestamp"/> of the driver's process: they order and
/// measure; <see cref="HistoryClock"/> turns them into UTC.
/// </summary>
internal abstract record Operation
{
    /// <summary>What it was.</summary>
    public abstract OperationKind Kind { get; }

    /// <summary>Transaction id, unique within and across runs.</summary>
    public required string Tid { get; init; }

    /// <summary>Worker that submitted it, from 0. The operations of one worker follow one another.</summary>
    public required int Worker { get; init; }

    /// <summary>When it was due: its planned arrival in an open loop, in a closed loop the moment it was sent.</summary>
    public required long Planned { get; init; }

    /// <summary>When the request that <see cref="Outcome"/> speaks of was sent.</summary>
    public required long Sent { get; init; }

    /// <summary>When its answer was complete, or the driver gave up waiting.</summary>
    public required long Completed { get; init; }

    /// <summary>How it ended.</summary>
    public required OutcomeClass Outcome { get; init; }

    /// <summary>HTTP status of the answer; 0 without one.</summary>
    public required int HttpStatus { get; init; }
}
