using System.Diagnostics.Metrics;

namespace Marketplace.Protocols;

/// <summary>Counters of the transaction protocols.</summary>
public sealed class ProtocolMetrics
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = "Marketplace.Protocols";

    private readonly Counter<long> _commits;
    private readonly Counter<long> _aborts;
    private readonly Counter<long> _waits;
    private readonly Counter<long> _recoveries;
    private readonly Counter<long> _compensations;
    private readonly Histogram<double> _recoveryTime;
    private readonly Histogram<int> _batches;

    /// <summary>Makes the counters.</summary>
    /// <param name="meters">Of the silo: several in one process count apart.</param>
    public ProtocolMetrics(IMeterFactory meters)
    {
        var meter = meters.Create(MeterName);
        _commits = meter.CreateCounter<long>("marketplace.protocol.commits", "{transaction}", "Transactions committed.");
        _aborts = meter.CreateCounter<long>("marketplace.protocol.aborts", "{attempt}", "Attempts aborted, by cause.");
        _waits = meter.CreateCounter<long>("marketplace.protocol.waits", "{wait}", "Accesses that had to wait for another transaction.");
        _recoveries = meter.CreateCounter<long>("marketplace.protocol.recoveries", "{transaction}", "Transactions ended by recovery.");
        _compensations = meter.CreateCounter<long>("marketplace.protocol.compensations", "{step}", "Steps of sagas taken back.");
        _recoveryTime = meter.CreateHistogram<double>(
            "marketplace.protocol.recovery.duration", "s", "From the decision until the last participant knew, where it took recovery.");
        _batches = meter.CreateHistogram<int>(
            "marketplace.protocol.batch",
            "{transaction}",
            "Transactions that one write of a grain's state stored together.",
            tags: null,
            new InstrumentAdvice<int> { HistogramBucketBoundaries = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256] });
    }

    internal void Committed() => _commits.Add(1);

    internal void Aborted(AbortCause cause) => _aborts.Add(1, new KeyValuePair<string, object?>("cause", CauseName(cause)));

    internal void Waited() => _waits.Add(1);

    internal void Compensated() => _compensations.Add(1);

    internal void Batched(int transactions) => _batches.Record(transactions);

    internal void Recovered(TimeSpan duration)
    {
        _recoveries.Add(1);
        _recoveryTime.Record(duration.TotalSeconds);
    }

    private static string CauseName(AbortCause cause) => cause switch
    {
        AbortCause.Conflict => "conflict",
        AbortCause.Timeout => "timeout",
        AbortCause.ParticipantLost => "participant-lost",
        _ => "failure",
    };
}
