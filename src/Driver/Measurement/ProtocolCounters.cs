using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>What a silo has counted of its transaction protocol, as its `/metrics` show.</summary>
/// <param name="Commits">Transactions committed, those of queries and of the audit included.</param>
/// <param name="Waits">Accesses that had to wait for another transaction.</param>
internal sealed record ProtocolCounters(long Commits, ImmutableSortedDictionary<string, long> Aborts, long Waits, long Recoveries)
{
    private const string Prefix = "marketplace_protocol_";
    private const string CauseLabel = "cause=\"";

    /// <summary>Steps of sagas taken back.</summary>
    public long Compensations { get; init; }

    /// <summary>Time of all recoveries together, from the decision until the last participant knew, in seconds.</summary>
    public double RecoverySeconds { get; init; }

    /// <summary>Sizes of batches.</summary>
    public BatchCounters Batches { get; init; } = BatchCounters.None;

    /// <summary>Nothing counted.</summary>
    public static ProtocolCounters None { get; } = new(0, ImmutableSortedDictionary.Create<string, long>(StringComparer.Ordinal), 0, 0);

    /// <summary>Reads them from metrics in the text format of Prometheus. A silo shows a counter from its first count on.</summary>
    /// <exception cref="FormatException">One of the counters is no number.</exception>
    public static ProtocolCounters Parse(string metrics)
    {
        var result = None;
        foreach (var line in metrics.Split('\n').Where(line => line.StartsWith(Prefix, StringComparison.Ordinal)))
        {
            var name = line[Prefix.Length..line.AsSpan().IndexOfAny('{', ' ')];
            result = name switch
            {
                "commits_total" => result with { Commits = result.Commits + Value(line) },
                "aborts_total" => result.Abort(MetricLine.Label(line, CauseLabel) ?? "unknown", Value(line)),
                "waits_total" => result with { Waits = result.Waits + Value(line) },
                "recoveries_total" => result with { Recoveries = result.Recoveries + Value(line) },
                "compensations_total" => result with { Compensations = result.Compensations + Value(line) },
                "recovery_duration_seconds_sum" => result with { RecoverySeconds = result.RecoverySeconds + MetricLine.Number(line) },
                "batch_sum" => result with { Batches = result.Batches with { Transactions = Value(line) } },
                "batch_bucket" => result with { Batches = result.Batches with { Sizes = result.Batches.Sizes.UpTo(line) } },
                _ => result,
            };
        }

        return result;
    }

    /// <summary>What was counted since an earlier reading; all of it if the silo was started anew in between.</summary>
    public ProtocolCounters Since(ProtocolCounters before)
    {
        var isAnother = Commits < before.Commits || Waits < before.Waits || Recoveries < before.Recoveries
            || Compensations < before.Compensations
            || before.Aborts.Any(cause => Aborts.GetValueOrDefault(cause.Key) < cause.Value);
        if (isAnother) return this;
        return new ProtocolCounters(
            Commits - before.Commits,
            Aborts.ToImmutableSortedDictionary(
                cause => cause.Key, cause => cause.Value - before.Aborts.GetValueOrDefault(cause.Key), StringComparer.Ordinal),
            Waits - before.Waits,
            Recoveries - before.Recoveries)
        {
            Compensations = Compensations - before.Compensations,
            RecoverySeconds = RecoverySeconds - before.RecoverySeconds,
            Batches = Batches.Since(before.Batches),
        };
    }

    /// <summary>The counts of two silos together.</summary>
    public ProtocolCounters Plus(ProtocolCounters other)
    {
        var sum = this with
        {
            Commits = Commits + other.Commits,
            Waits = Waits + other.Waits,
            Recoveries = Recoveries + other.Recoveries,
            Compensations = Compensations + other.Compensations,
            RecoverySeconds = RecoverySeconds + other.RecoverySeconds,
            Batches = Batches.Plus(other.Batches),
        };
        return other.Aborts.Aggregate(sum, (all, cause) => all.Abort(cause.Key, cause.Value));
    }

    private static long Value(string line) => (long)MetricLine.Number(line);

    private ProtocolCounters Abort(string cause, long count) =>
        this with { Aborts = Aborts.SetItem(cause, Aborts.GetValueOrDefault(cause) + count) };
}

/// <summary>Sizes of the batches in which a protocol stores the work of transactions, as a histogram shows them.</summary>
/// <param name="Transactions">How many transactions are in them.</param>
/// <param name="Sizes">The batches, by how many transactions they have.</param>
internal sealed record BatchCounters(long Transactions, MetricBuckets Sizes)
{
    /// <summary>No batches.</summary>
    public static BatchCounters None { get; } = new(0, MetricBuckets.None);

    /// <summary>How many batches.</summary>
    public long Count => Sizes.Count;

    /// <summary>Mean size; 0 if there are none.</summary>
    public double Mean => Count > 0 ? (double)Transactions / Count : 0;

    /// <summary>A bound of the sizes, the next step of the histogram; null if there are none, or one is beyond its last step.</summary>
    public double? AtMost => Sizes.Bound(1) is { } step && double.IsFinite(step) ? step : null;

    /// <summary>What was counted since an earlier reading of the same silo.</summary>
    public BatchCounters Since(BatchCounters before) => new(Transactions - before.Transactions, Sizes.Since(before.Sizes));

    /// <summary>The counts of two silos together.</summary>
    public BatchCounters Plus(BatchCounters other) => new(Transactions + other.Transactions, Sizes.Plus(other.Sizes));
}
