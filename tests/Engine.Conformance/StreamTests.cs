using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Orleans.Streams;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Streams: order, subscriptions that outlive activations, events that a subscriber fails to take.</summary>
public abstract class StreamTests(EngineUnderTest engines)
{
    [Fact]
    public async Task Events_arrive_in_order_one_at_a_time()
    {
        await using var engine = await engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 0, 100);
        Assert.Equal(Enumerable.Range(0, 100).Select(i => $"1: {i}"), await engine.Journal.WaitFor(100));
    }

    [Fact]
    public async Task Each_subscriber_sees_all_events_of_each_producer_in_order()
    {
        await using var engine = await engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Subscribe("s");
        var producers = Enumerable.Range(1, 8).Select(i => engine.Grains.GetGrain<IListener>(10 + i));
        await Task.WhenAll(producers.Select((producer, i) => Task.Run(() => producer.Produce("s", 100 * (i + 1), 50))));
        var entries = await engine.Journal.WaitFor(800);
        foreach (var subscriber in new[] { "1: ", "2: " })
        {
            var seen = entries.Where(entry => entry.StartsWith(subscriber, StringComparison.Ordinal)).Select(entry => int.Parse(entry[3..]));
            foreach (var ofProducer in seen.GroupBy(item => item / 100))
                Assert.Equal(Enumerable.Range(100 * ofProducer.Key, 50), ofProducer);
        }
    }

    [Fact]
    public async Task Events_can_be_produced_outside_grains()
    {
        await using var engine = await engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var provider = engine.Services.GetRequiredKeyedService<IStreamProvider>(EngineUnderTest.Streams);
        await provider.GetStream<int>(StreamId.Create("test", "s")).OnNextAsync(1);
        Assert.Equal(["1: 1"], await engine.Journal.WaitFor(1));
    }

    [Fact]
    public async Task A_subscription_ends_when_its_grain_says_so()
    {
        await using var engine = await engines.Start();
        var listener = engine.Grains.GetGrain<IListener>(1);
        await engine.Grains.GetGrain<IListener>(2).Subscribe("s");
        await listener.Subscribe("s");
        Assert.Equal(1, await listener.SubscriptionCount("s"));
        await listener.Unsubscribe("s");
        Assert.Equal(0, await listener.SubscriptionCount("s"));
        await listener.Produce("s", 0, 10);
        Assert.Equal(Enumerable.Range(0, 10).Select(i => $"2: {i}"), await engine.Journal.WaitFor(10));
        await listener.Subscribe("s");
        await listener.Produce("s", 20, 1);
        Assert.Equal(["1: 20", "2: 20"], (await engine.Journal.WaitFor(12)).Skip(10).Order());
    }

    [Fact]
    public async Task An_event_activates_the_grain_which_resumes_its_subscription()
    {
        await using var engine = await engines.Start();
        var listener = engine.Grains.GetGrain<IListener>(1);
        await listener.Subscribe("resumed");
        await listener.Leave();
        await engine.Grains.GetGrain<IListener>(2).Produce("resumed", 0, 3);
        Assert.Equal(["1: 0", "1: 1", "1: 2"], await engine.Journal.WaitFor(3));
    }

    [Fact]
    public async Task An_event_whose_handler_fails_is_delivered_again_before_those_behind_it()
    {
        await using var engine = await engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", ListenerGrain.FailingOnce - 1, 3);
        Assert.Equal(["1: 999", "1: fails at 1000", "1: 1000", "1: 1001"], await engine.Journal.WaitFor(4));
    }

    [Fact]
    public async Task An_event_that_can_not_be_delivered_in_time_is_given_up_and_those_behind_it_come()
    {
        await using var engine = await engines.Start(new EngineSettings { EventDeliveryTime = TimeSpan.FromSeconds(8) });
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", ListenerGrain.Failing, 2);
        var entries = await engine.Journal.WaitFor("1: 2001");
        var attempts = entries.Count(entry => entry == "1: fails at 2000");
        Assert.True(attempts > 1, $"{attempts} attempts.");
        Assert.Equal(["1: error", "1: 2001"], entries.Skip(attempts));
    }

    [Fact]
    public async Task An_event_is_a_request_that_waits_for_others()
    {
        await using var engine = await engines.Start();
        var listener = engine.Grains.GetGrain<IListener>(1);
        await listener.Subscribe("s");
        var held = listener.Hold("request");
        await engine.Gates.Arrival("request");
        await engine.Grains.GetGrain<IListener>(3).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 7, 1);
        Assert.Equal(["3: 7"], await engine.Journal.WaitFor(1));
        engine.Gates.Open("request");
        await held;
        Assert.Equal(["3: 7", "1: 7"], await engine.Journal.WaitFor(2));
    }
}
