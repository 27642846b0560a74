using System.Diagnostics.Metrics;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Saga;
using Marketplace.Protocols.Storage;
using Marketplace.Protocols.Storage.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Protocols.Tests.Saga;

public sealed class SagaCoordinatorTests
{
    /// <summary>A grain keeps its part of a saga until its next step, which may never come.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Of_a_saga_that_is_over_no_part_keeps_states_or_the_other_parts(bool isCommitted)
    {
        var options = new ProtocolOptions();
        await using var services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        var metrics = new ProtocolMetrics(services.GetRequiredService<IMeterFactory>());
        using var decisions = new DecisionSender(options, metrics, TimeProvider.System, NullLogger<DecisionSender>.Instance);
        var coordinator = new SagaCoordinator(
            new ActivationHandoff(), new NoAtomicWrites(), new Durability(options, TimeProvider.System), decisions, metrics, TimeProvider.System);
        var saga = (RunningSaga)coordinator.Begin();
        var branches = new[] { Branch(saga, 1), Branch(saga, 2) };
        foreach (var branch in branches)
            Assert.True(saga.TryEnter(branch));

        if (isCommitted)
            Assert.Null(await coordinator.Commit(saga));
        else
            await coordinator.Abort(saga, AbortCause.Failure);

        Assert.Empty(saga.CloseBranches());
        Assert.All(branches, branch => Assert.True(branch.IsOver));
        Assert.All(branches, branch => Assert.True(branch is { Step: null, StoredStep: null }));
    }

    private static SagaBranch Branch(RunningSaga saga, long grain)
    {
        var step = new Step<Counter>(new Counter(), new Counter());
        var id = GrainId.Create(GrainType.Create("counter"), GrainIdKeyExtensions.CreateIntegerKey(grain));
        var branch = new SagaBranch(saga, id) { Step = step, StoredStep = step };
        branch.Begin(new Store());
        return branch;
    }

    private sealed class Counter;

    private sealed class Store : IBranchStore
    {
        public bool CanDecide => true;
        public IParticipant Participant { get; } = new Told();

        public ValueTask<object> Load(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask SaveDecided(object state) => throw new NotSupportedException();

        public void Add(AtomicWrite write, object state) => throw new NotSupportedException();

        public void AddToWriteSet(AtomicWrite write, object state) => throw new NotSupportedException();

        public void WriteSetIsStored(WriteSet part, object state) => throw new NotSupportedException();

        public void EndStep(AtomicWrite write, long transaction) => throw new NotSupportedException();
    }

    private sealed class Told : IParticipant
    {
        public Task<ParticipantAnswer> Receive(ProtocolMessage message) => Answers.Done;
    }
}
