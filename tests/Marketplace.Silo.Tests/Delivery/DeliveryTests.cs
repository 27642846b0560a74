using Xunit;

namespace Marketplace.Silo.Tests.Delivery;

/// <summary>The levels of the delivery of events, under calls that are lost, lose their answers, come twice and come late.</summary>
public class DeliveryTests
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

    [Theory(Timeout = 300_000)]
    [InlineData("none")]
    [InlineData("saga")]
    [InlineData("deterministic")]
    [InlineData("locking")]
    public async Task Exactly_once_no_event_is_lost_and_none_takes_effect_twice(string protocol)
    {
        await using var run = await EventRun.Start(
            new FaultyEvents(seed: 3, FaultShares.All), $"Protocol={protocol}", "Delivery=exactly-once");
        Assert.Equal(0, await run.Load());
        var fates = await run.Fates();
        Assert.All(fates, fate => Assert.Equal((1, 1), (fate.Emitted, fate.Applied)));
        Assert.Contains(fates, fate => fate.Repeated > 0);
        Assert.True(fates.Count > 100, $"There were {fates.Count} events.");
    }

    [Fact(Timeout = 120_000)]
    public async Task Without_a_protocol_an_event_that_did_not_arrive_in_time_is_sent_until_it_does_and_its_transaction_answers_before()
    {
        var faults = new FaultyEvents(seed: 5, new FaultShares(Requests: 1));
        await using var run = await EventRun.Start(faults, "Protocol=none", "Delivery=exactly-once", "Delivery:Timeout=00:00:00.05");
        Assert.True(await run.Load() > 0, "All was delivered.");
        Assert.Contains(await run.Fates(), fate => fate.Applied == 0);

        faults.Stop();
        var fates = await Eventually(run.Fates, fates => fates.TrueForAll(fate => fate.Applied > 0), "Events were not sent again.");
        Assert.All(fates, fate => Assert.Equal((1, 1), (fate.Emitted, fate.Applied)));
        Assert.True(fates.Count > 20, $"There were {fates.Count} events.");
    }

    [Theory(Timeout = 300_000)]
    [InlineData("none")]
    [InlineData("locking")]
    public async Task A_reset_forgets_the_events_with_the_rest(string protocol)
    {
        await using var run = await EventRun.Start(
            new FaultyEvents(seed: 4, FaultShares.All), $"Protocol={protocol}", "Delivery=exactly-once");
        await run.Load();
        var first = (await run.Fates()).Count;
        await run.Silo.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Empty(await run.Fates());

        // The same events again: customers, sessions and orders are counted from 1.
        await run.Load();
        var fates = await run.Fates();
        Assert.All(fates, fate => Assert.Equal((1, 1), (fate.Emitted, fate.Applied)));
        Assert.True(first > 100 && fates.Count > 100, $"There were {first} and {fates.Count} events.");
    }

    private static async Task<T> Eventually<T>(Func<Task<T>> look, Predicate<T> isGood, string otherwise)
    {
        var deadline = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var found = await look();
            if (isGood(found))
                return found;

            Assert.True(TimeProvider.System.GetElapsedTime(deadline) < TimeSpan.FromSeconds(60), otherwise);
            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class DeliveryTestsOnLocal : DeliveryTests;
