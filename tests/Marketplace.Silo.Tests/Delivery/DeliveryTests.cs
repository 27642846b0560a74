using Xunit;

namespace Marketplace.Silo.Tests.Delivery;

/// <summary>The levels of the delivery of events, under calls that are lost, lose their answers, come twice and come late.</summary>
public sealed class DeliveryTests
{
    [Theory(Timeout = 120_000)]
    [InlineData("none", true)]
    [InlineData("saga", false)]
    [InlineData("deterministic", false)]
    [InlineData("locking", false)]
    public async Task At_most_once_an_event_that_is_lost_stays_lost_unless_its_transaction_is_rolled_back(string protocol, bool isLost)
    {
        await using var run = await EventRun.Start(
            new FaultyEvents(seed: 1, new FaultShares(Requests: 0.02, Answers: 0.02)), $"Protocol={protocol}");
        Assert.True(await run.Load() > 0, "Nothing was cut off.");
        var fates = await run.Fates();
        Assert.Equal(isLost, fates.Any(fate => fate.Applied == 0));
        Assert.All(fates, fate => Assert.Equal((1, 0), (fate.Emitted, fate.Repeated)));
        Assert.DoesNotContain(fates, fate => fate.Applied > 1);
        Assert.True(fates.Count > 100, $"There were {fates.Count} events.");
    }

    [Theory(Timeout = 120_000)]
    [InlineData("none")]
    [InlineData("saga")]
    [InlineData("deterministic")]
    [InlineData("locking")]
    public async Task At_least_once_no_event_is_lost_and_some_take_effect_twice(string protocol)
    {
        await using var run = await EventRun.Start(
            new FaultyEvents(seed: 2, FaultShares.All), $"Protocol={protocol}", "Delivery=at-least-once");
        Assert.Equal(0, await run.Load());
        var fates = await run.Fates();
        Assert.All(fates, fate => Assert.Equal((1, 0), (fate.Emitted, fate.Repeated)));
        Assert.DoesNotContain(fates, fate => fate.Applied == 0);
        Assert.Contains(fates, fate => fate.Applied > 1);
        Assert.True(fates.Count > 100, $"There were {fates.Count} events.");
    }
}
