using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Orleans.Streams;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Streams: order, subscriptions that outlive activations, bounded buffers.</summary>
public sealed class StreamTests
{
    [Fact]
    public async Task Events_arrive_in_order_one_at_a_time()
    {
        await using var engine = Engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 0, 100);
        Assert.Equal(Enumerable.Range(0, 100).Select(i => $"1: {i}"), await engine.Journal.WaitForAsync(100));
    }

    [Fact]
    public async Task All_subscribers_see_the_events_of_several_producers_in_one_order()
    {
        await using var engine = Engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Subscribe("s");
        var producers = Enumerable.Range(1, 8).Select(i => engine.Grains.GetGrain<IListener>(10 + i));
        await Task.WhenAll(producers.Select((producer, i) => Task.Run(() => producer.Produce("s", 100 * (i + 1), 50))));
        var entries = await engine.Journal.WaitForAsync(800);
        var first = entries.Where(e => e.StartsWith("1: ", StringComparison.Ordinal)).Select(e => e[3..]).ToArray();
        var second = entries.Where(e => e.StartsWith("2: ", StringComparison.Ordinal)).Select(e => e[3..]).ToArray();
        Assert.Equal(400, first.Length);
        Assert.Equal(first, second);
    }

    [Fact]
    public async Task Events_can_be_produced_outside_grains()
    {
        await using var engine = Engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var provider = engine.Services.GetRequiredKeyedService<IStreamProvider>(Engines.Streams);
        var stream = provider.GetStream<int>(StreamId.Create("test", "s"));
        await stream.OnNextAsync(1);
        Assert.Equal(["1: 1"], await engine.Journal.WaitForAsync(1));
        Assert.Throws<InvalidOperationException>(() => { _ = stream.SubscribeAsync((_, _) => Task.CompletedTask); });
    }

    [Fact]
    public async Task A_subscription_ends_when_its_grain_says_so()
    {
        await using var engine = Engines.Start();
        var listener = engine.Grains.GetGrain<IListener>(1);
        await listener.Subscribe("s");
        Assert.Equal(1, await listener.SubscriptionCount("s"));
        await listener.Unsubscribe("s");
        Assert.Equal(0, await listener.SubscriptionCount("s"));
        await listener.Produce("s", 0, 10);
        await listener.Subscribe("s");
        await listener.Produce("s", 20, 1);
        Assert.Equal(["1: 20"], await engine.Journal.WaitForAsync(1));
    }

    [Fact]
    public async Task An_event_activates_the_grain_which_resumes_its_subscription()
    {
        await using var engine = Engines.Start();
        var listener = engine.Grains.GetGrain<IListener>(1);
        await listener.Subscribe("resumed");
        await listener.Leave();
        await engine.Grains.GetGrain<IListener>(2).Produce("resumed", 0, 3);
        Assert.Equal(["1: 0", "1: 1", "1: 2"], await engine.Journal.WaitForAsync(3));
    }

    [Fact]
    public async Task A_failing_event_does_not_stop_those_behind_it()
    {
        await using var engine = Engines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 12, 3);
        Assert.Equal(["1: 12", "1: 13", "1: 14"], await engine.Journal.WaitForAsync(3));
    }

    [Fact]
    public async Task A_producer_waits_while_the_buffer_is_full()
    {
        await using var engine = Engines.Start(new EngineSettings { StreamBuffer = 4 });
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var producer = engine.Grains.GetGrain<IListener>(2);
        await producer.Produce("s", -1, 1);
        await engine.Gates.ArrivalAsync("event");
        await producer.Produce("s", 0, 4);
        var more = producer.Produce("s", 4, 1);
        Assert.False(more.IsCompleted);
        engine.Gates.Open("event");
        await more;
        Assert.Equal(["1: -1", "1: 0", "1: 1", "1: 2", "1: 3", "1: 4"], await engine.Journal.WaitForAsync(6));
    }
}
