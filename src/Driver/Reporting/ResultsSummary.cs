namespace Marketplace.Driver.Reporting;

/// <summary>Results that were collected in the whole run (target.results egress).</summary>
/// <param name="Collected">Marks that came in time, each of its transaction.</param>
/// <param name="Missing">Transactions that were acknowledged and never got a mark.</param>
/// <param name="Late">Marks that came after their transaction had been given up; its outcome is unknown.</param>
/// <param name="Duplicates">Marks of transactions that had one already.</param>
/// <param name="Unknown">Marks of transactions that are not of this run.</param>
/// <param name="AcknowledgedMs">From the send of a transaction of the measurement to its acknowledgement, in milliseconds.</param>
internal sealed record ResultsSummary(
    long Collected,
    long Missing,
    long Late,
    long Duplicates,
    long Unknown,
    LatencySummary AcknowledgedMs);
