using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Orleans.Streams;
using Xunit;

namespace Marketplace.Engine.Tests.Streams;

/// <summary>Streams in memory: bounded buffers, one order for all, and how long a delivery is tried.</summary>
public sealed class DeliveryTests
{
    [Fact]
    public async Task All_subscribers_see_the_events_of_several_producers_in_one_order()
    {
        await using var engine = LocalEngines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Subscribe("s");
        var producers = Enumerable.Range(1, 8).Select(i => engine.Grains.GetGrain<IListener>(10 + i));
        await Task.WhenAll(producers.Select((producer, i) => Task.Run(() => producer.Produce("s", 100 * (i + 1), 50))));
        var entries = await engine.Journal.WaitFor(800);
        var first = entries.Where(e => e.StartsWith("1: ", StringComparison.Ordinal)).Select(e => e[3..]).ToArray();
        var second = entries.Where(e => e.StartsWith("2: ", StringComparison.Ordinal)).Select(e => e[3..]).ToArray();
        Assert.Equal(400, first.Length);
        Assert.Equal(first, second);
    }

    [Fact]
    public async Task Only_a_grain_can_subscribe()
    {
        await using var engine = LocalEngines.Start();
        var provider = engine.Services.GetRequiredKeyedService<IStreamProvider>(EngineUnderTest.Streams);
        var stream = provider.GetStream<int>(StreamId.Create("test", "s"));
        Assert.Throws<InvalidOperationException>(() => { _ = stream.SubscribeAsync((_, _) => Task.CompletedTask); });
    }

    [Fact]
    public async Task A_producer_waits_while_the_buffer_is_full()
    {
        await using var engine = LocalEngines.Start(streamBuffer: 4);
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var producer = engine.Grains.GetGrain<IListener>(2);
        await producer.Produce("s", -1, 1);
        await engine.Gates.Arrival("event");
        await producer.Produce("s", 0, 4);
        var more = producer.Produce("s", 4, 1);
        Assert.False(more.IsCompleted);
        engine.Gates.Open("event");
        await more;
        Assert.Equal(["1: -1", "1: 0", "1: 1", "1: 2", "1: 3", "1: 4"], await engine.Journal.WaitFor(6));
    }

    [Fact]
    public async Task An_event_is_delivered_again_for_a_minute_with_growing_pauses_and_then_given_up()
    {
        await using var engine = LocalEngines.Start();
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var timers = engine.Time.TimerCount;
        await engine.Grains.GetGrain<IListener>(2).Produce("s", ListenerGrain.Failing, 2);
        var attempts = 1;
        foreach (var pause in new[] { 1, 2, 4, 8, 16 })
        {
            await engine.Journal.WaitFor(attempts);
            await engine.Time.Timers(timers + 1);
            engine.Time.Advance(TimeSpan.FromSeconds(pause - 0.1));
            Assert.Equal(attempts++, engine.Journal.Entries.Count);
            engine.Time.Advance(TimeSpan.FromSeconds(0.1));
        }

        // The next pause would be of 30 seconds, 31 after the start: that is more than a minute.
        var entries = await engine.Journal.WaitFor(attempts + 2);
        Assert.Equal([.. Enumerable.Repeat("1: fails at 2000", attempts), "1: error", "1: 2001"], entries);
    }
}
