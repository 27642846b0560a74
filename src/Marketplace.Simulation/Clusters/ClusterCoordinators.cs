using System.Collections.Immutable;
using Marketplace.Protocols;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Orleans;

namespace Marketplace.Simulation.Clusters;

/// <summary>The coordinators of a simulated cluster: messages to the silos that they are on.</summary>
internal sealed class ClusterCoordinators(Cluster cluster, Member self, FaultPlan faults) : ICoordinators
{
    public long Own => self.Key;

    public Task Join(TransactionId transaction, IParticipant participant)
    {
        var grain = participant.GetGrainId();
        return Tell(transaction, silo => silo.Coordinator.Join(transaction, silo.Engine.GrainFactory.GetGrain<IParticipant>(grain)));
    }

    public Task Give(TransactionId transaction, WriteSet writes) => Tell(transaction, silo => silo.Coordinator.Take(transaction, writes));

    public async Task<ImmutableArray<PlacedTransaction>> PlacedElsewhere(TimeSpan timeout)
    {
        var others = cluster.ViewOf(self).Where(member => member != self);
        var answers = await Task.WhenAll(others.Select(Ask));
        return [.. answers.SelectMany(static placed => placed)];

        async Task<ImmutableArray<PlacedTransaction>> Ask(Member other)
        {
            try
            {
                return await cluster.Ask(self, other, () => Task.FromResult(other.Coordinator.Placed)).WaitAsync(timeout, self.Machine);
            }
            catch (Exception)
            {
                // It is about to go, and its transactions with it.
                return [];
            }
        }
    }

    public Task<TransactionOutcome> OutcomeOf(TransactionId transaction) => cluster.Find(self, transaction.Coordinator) is { } other
        ? Ask(other, () => Task.FromResult(other.Coordinator.OutcomeOf(transaction)))
        : Task.FromResult(TransactionOutcome.Aborted);

    public Task<bool> IsGone(long coordinator) => Task.FromResult(cluster.Find(self, coordinator) is null);

    private async Task Tell(TransactionId transaction, Action<Member> tell)
    {
        var other = cluster.Find(self, transaction.Coordinator)
            ?? throw new TransactionAbortedException(AbortCause.ParticipantLost, $"The coordinator of transaction {transaction} is gone.");
        await Ask(other, () =>
        {
            tell(other);
            return Task.FromResult(true);
        });
    }

    private async Task<T> Ask<T>(Member other, Func<Task<T>> question)
    {
        if (faults.Strikes(Fault.CallDelayed))
            await Task.Delay(faults.Delay(Fault.CallDelayed), self.Machine);
        if (faults.Strikes(Fault.CallLost))
            await Lose();
        var answer = await cluster.Ask(self, other, question);
        if (faults.Strikes(Fault.AnswerLost))
            await Lose();
        if (faults.Strikes(Fault.AnswerDelayed))
            await Task.Delay(faults.Delay(Fault.AnswerDelayed), self.Machine);
        return answer;
    }

    private async Task Lose()
    {
        await Task.Delay(SimulatedLimits.ResponseTimeout, self.Machine);
        throw new TimeoutException("The call or its answer was lost on purpose.");
    }
}
