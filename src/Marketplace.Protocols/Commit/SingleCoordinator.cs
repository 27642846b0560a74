using System.Collections.Immutable;
using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>A silo without others: any other coordinator is gone.</summary>
internal sealed class SingleCoordinator : ICoordinators
{
    public long Own => 0;

    public Task Join(TransactionId transaction, IParticipant participant) => Gone(transaction);

    public Task Give(TransactionId transaction, WriteSet writes) => Gone(transaction);

    public Task<bool> IsGone(long coordinator) => Task.FromResult(coordinator != Own);

    public Task<TransactionOutcome> OutcomeOf(TransactionId transaction) => Task.FromResult(TransactionOutcome.Aborted);

    public Task<ImmutableArray<PlacedTransaction>> PlacedElsewhere(TimeSpan timeout) => Task.FromResult(ImmutableArray<PlacedTransaction>.Empty);

    private static Task Gone(TransactionId transaction) => Task.FromException(
        new TransactionAbortedException(AbortCause.ParticipantLost, $"The coordinator of transaction {transaction} is gone."));
}
