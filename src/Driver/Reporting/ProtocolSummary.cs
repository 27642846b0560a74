using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting;

/// <summary>What the silos counted of their transaction protocol within the measurement.</summary>
/// <param name="Commits">Transactions committed; queries are transactions too, and so is each add to a cart.</param>
/// <param name="Aborts">Attempts aborted. An aborted transaction is run again, so most of these end in a commit.</param>
/// <param name="AbortsByCause">The same by cause: conflict, timeout, participant-lost, failure.</param>
/// <param name="AbortRate">Aborted attempts of all attempts, 0–1.</param>
/// <param name="Waits">Accesses that had to wait for another transaction.</param>
/// <param name="Recoveries">Transactions ended by recovery.</param>
/// <param name="Compensations">Steps of sagas taken back; 0 under another protocol.</param>
/// <param name="Targets">Targets that were read: those that answered at begin and end.</param>
/// <param name="RecoveryMeanMs">From the decision until the last participant knew, the mean of the recoveries in ms; null without one.</param>
/// <param name="Batches">Sizes of batches; null where the protocol has none.</param>
internal sealed record ProtocolSummary(
    long Commits,
    long Aborts,
    ImmutableSortedDictionary<string, long> AbortsByCause,
    double AbortRate,
    long Waits,
    long Recoveries,
    long Compensations,
    int Targets,
    double? RecoveryMeanMs = null,
    BatchSummary? Batches = null);

/// <summary>Sizes of the batches: how many transactions one write of a grain's state stored.</summary>
/// <param name="Count">Batches.</param>
/// <param name="Mean">Mean size, transactions.</param>
/// <param name="AtMost">None is larger; null where one is beyond what the silos' histogram tells apart.</param>
internal sealed record BatchSummary(long Count, double Mean, double? AtMost);
