using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Time.Testing;
using Orleans;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>
/// A transaction that gives way to an older one gets older itself, so it is tried for as long as its time-out lasts, however many tries that are:
/// locks may be held over a write to a disk.
/// </summary>
public sealed class GivingWayTests
{
    private const int TriesWanted = 6;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly ProtocolOptions Options = new() { Timeout = Patience, Retries = 1 };

    [Fact]
    public async Task Who_gives_way_is_tried_for_the_whole_time_out_and_keeps_its_age()
    {
        await using var system = await ProtocolUnderTest.Start(EngineUnderTest.OnLocal("locking"), Options);
        var (entered, goOn) = (new TaskCompletionSource(), new TaskCompletionSource());
        var older = system.Run(async (tx, grains) =>
        {
            await Account(grains).Add(tx, 1);
            entered.TrySetResult();
            await goOn.Task;
            return 0;
        });
        await entered.Task.WaitAsync(Patience, TestContext.Current.CancellationToken);
        var ages = new List<long>();
        var younger = system.Run((tx, grains) =>
        {
            ages.Add(tx.Age);
            if (ages.Count == TriesWanted)
                goOn.SetResult();

            return Account(grains).Add(tx, 2);
        });
        Assert.Equal(3, await younger.WaitAsync(Patience, TestContext.Current.CancellationToken));
        await older;
        Assert.True(ages.Count >= TriesWanted);
        Assert.Single(ages.Distinct());
    }

    // Where grains are held for too long, those whose clients have left would keep them from the others.
    [Theory]
    [InlineData(AbortCause.Timeout)]
    [InlineData(AbortCause.Conflict)]
    public async Task Nobody_is_tried_again_whose_client_has_left(AbortCause cause)
    {
        var time = new FakeTimeProvider(DateTimeOffset.UnixEpoch);
        await using var system = await ProtocolUnderTest.Start(
            EngineUnderTest.OnLocal("locking"),
            new() { Timeout = Patience, Retries = 1000, RetryPause = TimeSpan.Zero, RetryFor = 2 * Patience },
            configure: services => services.AddSingleton<TimeProvider>(time));
        var tries = 0;
        var aborted = await Assert.ThrowsAsync<TransactionAbortedException>(() => system.Run<int>((_, _) =>
        {
            tries++;
            time.Advance(Patience);
            throw new TransactionAbortedException(cause, "It takes a whole time-out.");
        }));
        Assert.Equal((cause, 2), (aborted.Cause, tries));
    }

    private static IAccountGrain Account(IGrainFactory grains) => grains.GetGrain<IAccountGrain>(1);
}
