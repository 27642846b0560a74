using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What a grain may do with its first call.</summary>
[Collection(Counters.Collection)]
public sealed class ActivationTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task New_grains_whose_first_calls_call_each_other_do_not_wait_for_each_other_for_ever()
    {
        using var meeting = new Barrier(2);
        await using var system = await ProtocolUnderTest.Start(
            "none",
            new ProtocolOptions(),
            configure: services => services.AddSingleton(meeting).AddScoped(typeof(IStateStore<>), typeof(MeetingStore<>)));
        await Task.WhenAll(Run("one", 1, 2), Run("two", 2, 1)).WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.Equal(["one", "two"], (await system.Read(1)).Writers.Order());

        Task Run(string tid, int grain, int other) => Task.Run(() =>
            system.Run(tid, new CallTree(grain, NodeAction.Write, false, [new CallTree(other, NodeAction.Write, false, [])])));
    }

    // The grains are activated at the same time, each with its first call waiting for it. This must hold up their threads: what is shown
    // is what an activation does that never awaits.
    private sealed class MeetingStore<TState>(Barrier meeting) : IStateStore<TState>
        where TState : class, new()
    {
        public ValueTask<TState> Load(CancellationToken cancellationToken)
        {
            Assert.True(meeting.SignalAndWait(Patience, cancellationToken), "The other grain is not there.");
            return new(new TState());
        }

        public ValueTask Save(TState state) => ValueTask.CompletedTask;

        public ValueTask Clear() => ValueTask.CompletedTask;
    }
}
