using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>What a grain may do with its first call.</summary>
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

    [Theory]
    [InlineData("ordered-locking")]
    [InlineData("deterministic")]
    [InlineData("ordered-locking (local)")]
    [InlineData("deterministic (local)")]
    public async Task Nobody_waits_in_line_behind_a_grain_that_is_being_loaded(string protocol)
    {
        var loading = new Loading();
        await using var system = await ProtocolUnderTest.Start(
            protocol,
            new ProtocolOptions { Timeout = Patience },
            configure: services => services.AddSingleton(loading).AddSingleton<ResidentSet>().AddScoped(typeof(IStateStore<>), typeof(SlowStore<>)));
        var slow = system.Run("slow", new CallTree(1, NodeAction.Write, false, [new CallTree(Loading.Slow, NodeAction.Write, false, [])]));
        await loading.HasBegun.Task.WaitAsync(Patience, TestContext.Current.CancellationToken);
        await system.Run("quick", new CallTree(1, NodeAction.Write, false, [])).WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.False(slow.IsCompleted);

        loading.MayEnd.SetResult();
        await slow.WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.Equal(["quick", "slow"], (await system.Read(1)).Writers);
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

    private sealed class Loading
    {
        public const int Slow = 2;

        public TaskCompletionSource HasBegun { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
        public TaskCompletionSource MayEnd { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private sealed class SlowStore<TState>(Loading loading, IGrainContextAccessor accessor) : IStateStore<TState>
        where TState : class, new()
    {
        public async ValueTask<TState> Load(CancellationToken cancellationToken)
        {
            if (accessor.GrainContext.GrainId.GetIntegerKey() == Loading.Slow)
            {
                loading.HasBegun.TrySetResult();
                await loading.MayEnd.Task;
            }

            return new TState();
        }

        public ValueTask Save(TState state) => ValueTask.CompletedTask;

        public ValueTask Clear() => ValueTask.CompletedTask;
    }
}
