using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Load.Targets;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load;

/// <summary>What a load measured, before it is put into words.</summary>
internal sealed record LoadResult
{
    /// <summary>The workers' measurements.</summary>
    public required IReadOnlyList<WorkerRecorder> Recorders { get; init; }

    /// <summary>When the measurement was meant to be.</summary>
    public required MeasureWindow Window { get; init; }

    /// <summary>Tick at which it began; that of its end if it never did.</summary>
    public required long MeasureStart { get; init; }

    /// <summary>Tick at which it ended: by the clock, by the number of operations, or by Ctrl-C.</summary>
    public required long MeasureEnd { get; init; }

    /// <summary>How the warm-up went.</summary>
    public required WarmUpSummary WarmUp { get; init; }

    /// <summary>Anchor of the times.</summary>
    public required HistoryClock Clock { get; init; }

    /// <summary>Second by second.</summary>
    public required ImmutableArray<SeriesRow> Series { get; init; }

    /// <summary>Planned transactions never sent.</summary>
    public required long Unsent { get; init; }

    /// <summary>The operations; the workers' measurements tell them apart by their place here.</summary>
    public required ImmutableArray<WorkloadOperation> Operations { get; init; }

    /// <summary>What is known of the customers after the drain.</summary>
    public required CustomerFigures Customers { get; init; }

    /// <summary>What each of several targets got; empty for a single one.</summary>
    public required ImmutableArray<TargetFigures> Targets { get; init; }

    /// <summary>What the targets counted of their transaction protocol; null if they count nothing.</summary>
    public required ProtocolFigures? Protocol { get; init; }

    /// <summary>What the record service counted; null for other targets.</summary>
    public ServiceFigures? Service { get; init; }

    /// <summary>Null unless the target leaves receipts.</summary>
    public required ReceiptFigures? Receipts { get; init; }

    /// <summary>Why it ended before its time, other than by an interrupt; null if it did not.</summary>
    public required string? Ended { get; init; }

    /// <summary>Why the history could not be written to its end; null if it could.</summary>
    public required string? HistoryProblem { get; init; }

    /// <summary>True if it was interrupted.</summary>
    public required bool Interrupted { get; init; }
}

/// <summary>The load can't go on; the message says why.</summary>
internal sealed class LoadException(string message) : Exception(message);

/// <summary>What the targets counted of their transaction protocol within the measurement.</summary>
internal sealed record ProtocolFigures(ProtocolCounters Counters, int Targets);
