using System.Collections.Immutable;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>The coordinator of this silo, as the silos of its cluster know it (<see cref="ICoordinators"/>).</summary>
public interface ICoordinator
{
    /// <summary>A grain takes part in a transaction from now on.</summary>
    /// <param name="transaction">The transaction, which this coordinator runs.</param>
    /// <param name="participant">The grain.</param>
    /// <exception cref="TransactionAbortedException">The transaction is over.</exception>
    void Join(TransactionId transaction, IParticipant participant);

    /// <summary>A grain has promised to commit, and tells what is stored of it then.</summary>
    /// <param name="transaction">The transaction, which this coordinator runs.</param>
    /// <exception cref="TransactionAbortedException">The transaction is over.</exception>
    void Take(TransactionId transaction, WriteSet writes);

    /// <summary>The transactions that run and have a place in the order of the cluster, in no order.</summary>
    ImmutableArray<PlacedTransaction> Placed { get; }

    /// <summary>What has become of a transaction.</summary>
    /// <param name="transaction">The transaction, which this coordinator runs.</param>
    /// <returns>Aborted, if nothing is known of it.</returns>
    TransactionOutcome OutcomeOf(TransactionId transaction);
}
