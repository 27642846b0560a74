using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Audit;

/// <summary>What a silo has counted of the reasons that it has to answer 503, as its `/metrics` show.</summary>
/// <param name="Started">When it began to count, in seconds since 1970.</param>
/// <param name="Protocol">Attempts of transactions that were aborted, by cause.</param>
/// <param name="Refusals">Requests that the gateway answered 503, by reason.</param>
/// <param name="StorageFailures">How often its database could not be used.</param>
public sealed record RefusalCounters(
    double Started, ImmutableSortedDictionary<string, long> Protocol, ImmutableSortedDictionary<string, long> Refusals, long StorageFailures)
{
    private const string Start = "marketplace_gateway_start_time_seconds ";
    private const string Aborts = "marketplace_protocol_aborts_total{cause=\"";
    private const string Refused = "marketplace_gateway_refusals_total{reason=\"";
    private const string Failures = "marketplace_storage_failures_total ";

    // Thrown because the storage failed: the reason is there if the storage has counted a failure.
    private const string OfStorage = "storage-";
    private const string Aborted = "aborted";
    private const string Failed = "failure";

    private static ImmutableSortedDictionary<string, long> None => ImmutableSortedDictionary.Create<string, long>(StringComparer.Ordinal);

    /// <summary>Reads them from metrics in the text format of Prometheus.</summary>
    /// <param name="metrics">The text.</param>
    /// <returns>Null if the silo does not say since when it counts.</returns>
    /// <exception cref="FormatException">One of the counters is no number.</exception>
    public static RefusalCounters? Parse(string metrics)
    {
        var result = new RefusalCounters(0, None, None, 0);
        foreach (var line in metrics.Split('\n'))
        {
            if (line.StartsWith(Start, StringComparison.Ordinal))
                result = result with { Started = Number(line) };
            else if (line.StartsWith(Failures, StringComparison.Ordinal))
                result = result with { StorageFailures = (long)Number(line) };
            else if (line.StartsWith(Aborts, StringComparison.Ordinal))
                result = result with { Protocol = result.Protocol.SetItem(Label(line, Aborts), (long)Number(line)) };
            else if (line.StartsWith(Refused, StringComparison.Ordinal))
                result = result with { Refusals = result.Refusals.SetItem(Label(line, Refused), (long)Number(line)) };
        }

        return result.Started > 0 ? result : null;
    }

    /// <summary>The counts of two silos together, since the later one began.</summary>
    /// <param name="other">Those of the other silo.</param>
    public RefusalCounters Plus(RefusalCounters other) => new(
        Math.Max(Started, other.Started), Sum(Protocol, other.Protocol), Sum(Refusals, other.Refusals), StorageFailures + other.StorageFailures);

    /// <summary>How many answers 503 have a reason here.</summary>
    /// <param name="attempts">How often a transaction is tried, unless it failed, before it is given up.</param>
    /// <returns>At most so many; null if the database could not be used, which is a reason for any number.</returns>
    public long? Explained(int attempts) => StorageFailures > 0 ? null
        : Protocol.GetValueOrDefault(Failed)
            + (Protocol.Where(static cause => cause.Key != Failed).Sum(static cause => cause.Value) / attempts)
            + Refusals.Where(static reason => reason.Key != Aborted && !reason.Key.StartsWith(OfStorage, StringComparison.Ordinal))
                .Sum(static reason => reason.Value);

    private static ImmutableSortedDictionary<string, long> Sum(
        ImmutableSortedDictionary<string, long> one, ImmutableSortedDictionary<string, long> other) =>
        other.Aggregate(one, static (sum, count) => sum.SetItem(count.Key, sum.GetValueOrDefault(count.Key) + count.Value));

    private static string Label(string line, string before) => line[before.Length..line.IndexOf('"', before.Length)];

    private static double Number(string line) =>
        double.Parse(line.AsSpan(line.LastIndexOf(' ') + 1), NumberStyles.Float, CultureInfo.InvariantCulture);
}
