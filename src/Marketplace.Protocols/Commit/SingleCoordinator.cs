namespace Marketplace.Protocols.Commit;

/// <summary>A silo without others: any other coordinator is gone.</summary>
internal sealed class SingleCoordinator : ICoordinators
{
    /// <inheritdoc/>
    public long Own => 0;

    /// <inheritdoc/>
    public Task Join(TransactionId transaction, IParticipant participant) => Task.FromException(
        new TransactionAbortedException(AbortCause.ParticipantLost, $"The coordinator of transaction {transaction} is gone."));

    /// <inheritdoc/>
    public Task<TransactionOutcome> OutcomeOf(TransactionId transaction) => Task.FromResult(TransactionOutcome.Aborted);
}
