using System.Collections.Immutable;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>The coordinators of a cluster, one a silo; the engine knows the way to them.</summary>
public interface ICoordinators
{
    /// <summary>
    /// Key of this silo's coordinator. No other silo has it, nor has this one after it was started again: what an earlier one ran was
    /// aborted.
    /// </summary>
    long Own { get; }

    /// <summary>Tells a coordinator on another silo that a grain takes part from now on.</summary>
    /// <param name="transaction">The transaction, which names its coordinator.</param>
    /// <param name="participant">The grain.</param>
    /// <returns>When the coordinator knows.</returns>
    /// <exception cref="TransactionAbortedException">The transaction is over, or its coordinator is gone.</exception>
    Task Join(TransactionId transaction, IParticipant participant);

    /// <summary>Whether a coordinator is gone, so that others may take over what it has left once it can store nothing more.</summary>
    /// <param name="coordinator">Its key.</param>
    Task<bool> IsGone(long coordinator);

    /// <summary>Gives a coordinator on another silo what is stored of a grain if the transaction commits.</summary>
    /// <param name="transaction">The transaction, which names its coordinator.</param>
    /// <returns>When the coordinator has it.</returns>
    /// <exception cref="TransactionAbortedException">The transaction is over, or its coordinator is gone.</exception>
    Task Give(TransactionId transaction, WriteSet writes);

    /// <summary>Asks the coordinators of all other silos which transactions run with a place in the order of the cluster.</summary>
    /// <param name="timeout">How long an answer may take.</param>
    /// <returns>Those of the silos that answered.</returns>
    Task<ImmutableArray<PlacedTransaction>> PlacedElsewhere(TimeSpan timeout);

    /// <summary>Asks a coordinator on another silo what has become of a transaction.</summary>
    /// <param name="transaction">The transaction, which names its coordinator.</param>
    /// <returns>Aborted, if its coordinator is gone or does not know it (presumed abort).</returns>
    /// <exception cref="Exception">The coordinator is there, and did not answer: nothing can be said.</exception>
    Task<TransactionOutcome> OutcomeOf(TransactionId transaction);
}
