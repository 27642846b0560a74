using Marketplace.Driver.Data;
using Marketplace.Driver.Load;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class ArrivalScheduleTests
{
    private readonly FakeTimeProvider _time = new();

    [Fact]
    public void Arrivals_that_nobody_takes_are_counted_as_unsent_those_beyond_the_backlog_too()
    {
        using var load = new StubLoad { Time = _time };
        var schedule = Schedule(load, 5_000, new ManualPause(_time), "load.arrivals=constant", "load.operations=60000");

        schedule.Run(_time.GetTimestamp());

        // The backlog is of ten seconds.
        Assert.Equal((50_000, 10_000L), (schedule.Due.Count, schedule.Unsent));
        schedule.CountRest();
        Assert.Equal(60_000, schedule.Unsent);
    }

    [Theory]
    [InlineData("constant")]
    [InlineData("poisson")]
    public async Task Each_arrival_is_handed_over_when_it_is_due_however_late_the_one_before_was(string arrivals)
    {
        using var load = new StubLoad { Time = _time };
        var pause = new ManualPause(_time) { Late = TimeSpan.FromMicroseconds(30) };
        var schedule = Schedule(load, 5_000, pause, $"load.arrivals={arrivals}", "load.operations=1000");
        var origin = _time.GetTimestamp();
        var taken = Take(schedule.Due);

        schedule.Run(origin);
        var lags = await taken;

        Assert.Equal(1_000, lags.Count);
        Assert.All(lags, lag => Assert.InRange(lag.Taken - lag.Due, 0, TimeSpan.FromMicroseconds(31).Ticks));
        var span = TimeSpan.FromTicks(lags[^1].Due - origin);
        if (arrivals == "constant")
            Assert.InRange(span.TotalMilliseconds, 199.9, 200.1);
        else
            Assert.InRange(span.TotalMilliseconds, 160, 240);
    }

    [Fact]
    public async Task Arrivals_are_planned_to_the_tick_on_a_machine_that_has_been_up_for_long()
    {
        // Two thousand years of ticks, which no double holds exactly.
        Assert.True(_time.GetTimestamp() > 1L << 58);
        using var load = new StubLoad { Time = _time };
        var schedule = Schedule(load, 1_000_000, new ManualPause(_time), "load.arrivals=constant", "load.operations=1000");
        var origin = _time.GetTimestamp();
        var taken = Take(schedule.Due);

        schedule.Run(origin);

        Assert.Equal(Enumerable.Range(1, 1_000).Select(i => 10L * i), (await taken).Select(arrival => arrival.Due - origin));
    }

    [Fact]
    public void A_thread_that_was_away_hands_over_what_was_due_meanwhile_at_its_planned_times()
    {
        using var load = new StubLoad { Time = _time };
        var pause = new ManualPause(_time) { Late = TimeSpan.FromSeconds(1) };
        var schedule = Schedule(load, 1_000, pause, "load.arrivals=constant", "load.operations=1001");
        var origin = _time.GetTimestamp();

        schedule.Run(origin);

        Assert.Equal(2, pause.Count);
        Assert.Equal((1_001, 0L), (schedule.Due.Count, schedule.Unsent));
    }

    [Fact]
    public void A_stop_is_noticed_while_the_next_arrival_is_far()
    {
        using var load = new StubLoad { Time = _time };
        var context = load.Context(StubLoad.Scenario("load.rate=0.01", "load.arrivals=constant"));
        var pause = new ManualPause(_time);
        pause.Paused = () =>
        {
            if (pause.Count == 3) context.Stop.Stop();
        };
        var schedule = new ArrivalSchedule(context, 0.01, context.Random(EntityStream.Arrivals, 0), pause);
        var origin = _time.GetTimestamp();

        schedule.Run(origin);

        Assert.Equal(TimeSpan.FromMilliseconds(30).Ticks, _time.GetTimestamp() - origin);
    }

    [Fact]
    public async Task Threads_take_what_is_due_and_wait_for_more_until_there_is_no_more()
    {
        var queue = new ArrivalQueue(100);
        Assert.True(queue.TryAdd(1, isHere: true));
        var taken = new System.Collections.Concurrent.ConcurrentQueue<long>();
        var threads = Enumerable.Range(0, 3).Select(_ => Task.Factory.StartNew(
            () =>
            {
                using var taker = new ArrivalQueue.ThreadTaker();
                while (queue.Take(taker) is var due and not ArrivalQueue.Ended)
                    taken.Enqueue(due);
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default)).ToList();
        for (var due = 2; due <= 50; due++)
            Assert.True(queue.TryAdd(due, isHere: true));
        await Wait.Until("all are taken", () => taken.Count == 50);
        queue.End();
        await Task.WhenAll(threads);
        Assert.Equal(Enumerable.Range(1, 50).Select(due => (long)due), taken.Order());
    }

    [Fact]
    public void A_pause_never_ends_before_its_time()
    {
        var time = TimeProvider.System;
        var pause = new PrecisePause(time);
        for (var microseconds = 0; microseconds < 2_000; microseconds += 50)
        {
            var due = time.GetTimestamp() + (microseconds * time.TimestampFrequency / 1_000_000);
            pause.Until(due);
            Assert.True(time.GetTimestamp() >= due);
        }
    }

    private static ArrivalSchedule Schedule(StubLoad load, double rate, IPause pause, params string[] overrides)
    {
        var context = load.Context(StubLoad.Scenario([$"load.rate={rate}", .. overrides]));
        return new ArrivalSchedule(context, rate, context.Random(EntityStream.Arrivals, 0), pause);
    }

    private async Task<List<(long Due, long Taken)>> Take(ArrivalQueue arrivals)
    {
        var taken = new List<(long Due, long Taken)>();
        var taker = new ArrivalQueue.Taker();
        while (await arrivals.Take(taker) is var due and not ArrivalQueue.Ended)
            taken.Add((due, _time.GetTimestamp()));
        return taken;
    }

    /// <summary>Moves the clock instead of waiting.</summary>
    private sealed class ManualPause(FakeTimeProvider time) : IPause
    {
        public TimeSpan Late { get; init; }
        public Action Paused { get; set; } = static () => { };
        public int Count { get; private set; }

        public void Until(long timestamp)
        {
            Count++;
            time.Advance(TimeSpan.FromTicks(timestamp - time.GetTimestamp()) + Late);
            Paused();
        }
    }
}
