using Orleans;
using Orleans.Concurrency;
using Orleans.Placement;

namespace Marketplace.Protocols.Commit;

/// <summary>Passes on to the coordinator of this silo.</summary>
[Reentrant]
[PreferLocalPlacement]
internal sealed class CoordinatorGrain(Coordinator coordinator) : Grain, ICoordinatorGrain
{
    /// <inheritdoc/>
    public Task Join(TransactionId transaction, IParticipant participant)
    {
        coordinator.Join(transaction, participant.GetGrainId(), participant);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task<TransactionOutcome> OutcomeOf(TransactionId transaction) => Task.FromResult(coordinator.OutcomeOf(transaction));
}
