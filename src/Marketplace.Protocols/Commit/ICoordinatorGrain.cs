using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// What participants on other silos ask a coordinator. Key: the coordinator. Activated on the coordinator's silo before its first
/// transaction; where it answers from another one, the coordinator is gone.
/// </summary>
internal interface ICoordinatorGrain : IGrainWithIntegerKey
{
    /// <summary>A grain takes part in a transaction from now on.</summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="participant">The grain.</param>
    /// <returns>When the coordinator knows.</returns>
    /// <exception cref="TransactionAbortedException">The transaction is over.</exception>
    [AlwaysInterleave]
    Task Join(TransactionId transaction, IParticipant participant);

    /// <summary>What has become of a transaction.</summary>
    /// <param name="transaction">The transaction.</param>
    /// <returns>Aborted, if nothing is known of it.</returns>
    [AlwaysInterleave]
    Task<TransactionOutcome> OutcomeOf(TransactionId transaction);
}
