using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting;

/// <summary>What the silos counted of their transaction protocol within the measurement.</summary>
/// <param name="Commits">Transactions committed; queries are transactions too, and so is each add to a cart.</param>
/// <param name="Aborts">Attempts aborted. An aborted transaction is run again, so most of these end in a commit.</param>
/// <param name="AbortsByCause">The same by cause: conflict, timeout, participant-lost, failure.</param>
/// <param name="AbortRate">Aborted attempts of all attempts, 0–1.</param>
/// <param name="Waits">Accesses that had to wait for another transaction.</param>
/// <param name="Recoveries">Transactions ended by recovery.</param>
/// <param name="Targets">Targets that were read: those that answered at begin and end.</param>
internal sealed record ProtocolSummary(
    long Commits,
    long Aborts,
    ImmutableSortedDictionary<string, long> AbortsByCause,
    double AbortRate,
    long Waits,
    long Recoveries,
    int Targets);
