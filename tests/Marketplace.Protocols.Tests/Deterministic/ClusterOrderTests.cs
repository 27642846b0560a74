using System.Diagnostics.Metrics;
using Marketplace.Protocols.Deterministic.Clusters;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Protocols.Tests.Deterministic;

/// <summary>The sequencer of a cluster, and its successor.</summary>
public sealed class ClusterOrderTests : IDisposable
{
    private static readonly ProtocolOptions Options = new() { Timeout = TimeSpan.FromSeconds(5) };

    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly ManualTimeProvider _time = new();

    [Fact]
    public async Task A_successor_begins_with_the_places_of_those_that_run()
    {
        var order = New();
        order.Restore([new(Id(1), [Writes(1), Writes(2)]), new(Id(2), [Writes(3)])]);
        var (first, second, other) = (order.Enter(Id(3), Writes(2)), order.Enter(Id(4), Writes(2, 3)), order.Enter(Id(5), Writes(4)));
        Assert.Equal((false, false, true), (first.IsCompleted, second.IsCompleted, other.IsCompletedSuccessfully));

        // More of a place goes before those that wait.
        Assert.False(order.Enter(Id(1), Writes(4, 5)).IsCompleted);
        order.Leave(Id(5));
        order.Leave(Id(1));
        await Soon(first);
        Assert.False(second.IsCompleted);
        order.Leave(Id(3));
        order.Leave(Id(2));
        await Soon(second);
    }

    [Fact]
    public void Who_runs_and_asks_the_successor_for_the_same_place_has_it()
    {
        var order = New();
        order.Restore([new(Id(1), [Writes(1)])]);
        Assert.True(order.Enter(Id(1), Writes(1)).IsCompletedSuccessfully);
    }

    [Fact]
    public async Task The_place_of_one_whose_silo_is_gone_ends()
    {
        var order = New();
        order.Restore([new(Id(1), [Writes(1)])]);
        _time.Advance(2 * Options.Timeout);
        order.Expire();
        var next = order.Enter(Id(2), Writes(1));
        Assert.False(next.IsCompleted);
        _time.Advance(TimeSpan.FromTicks(1));
        order.Expire();
        await Soon(next);
    }

    /// <summary>The sequencer is told to deactivate: its timer has ended, and it stays as long as transactions come and wait.</summary>
    [Fact]
    public async Task The_place_of_one_whose_silo_is_gone_ends_without_a_timer_too()
    {
        var order = New();
        order.Restore([new(Id(1), [Writes(1)])]);
        _time.Advance(1.5 * Options.Timeout);
        var next = order.Enter(Id(2), Writes(1));
        _time.Advance(Options.Timeout);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => Soon(next));
        Assert.True(order.Enter(Id(3), Writes(1)).IsCompletedSuccessfully);
    }

    public void Dispose() => _services.Dispose();

    private static Task Soon(Task task) => task.WaitAsync(TimeSpan.FromSeconds(60), TimeProvider.System, TestContext.Current.CancellationToken);

    private ClusterOrder New() => new(Options, new ProtocolMetrics(_services.GetRequiredService<IMeterFactory>()), _time);

    private static TransactionId Id(long number) => new(7, number);

    // The order looks at places only, never at a grain.
    private static AccessSet Writes(params int[] keys) =>
        AccessSet.Of([.. keys.Select(static key => new Access(null!, 0, key, AccessMode.Write))]);
}
