using Marketplace.Driver.Data;
using Marketplace.Driver.Load;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class ArrivalScheduleTests
{
    [Fact]
    public async Task Arrivals_that_nobody_takes_are_counted_as_unsent_those_beyond_the_backlog_too()
    {
        var time = new ManualTime();
        using var load = new StubLoad { Time = time };
        var context = load.Context(StubLoad.Scenario("load.rate=5000", "load.arrivals=constant"));
        var schedule = new ArrivalSchedule(context, rate: 5_000, context.Generator.Random(EntityStream.Arrivals, 0));
        var running = schedule.RunAsync(time.GetTimestamp());
        time.Advance(TimeSpan.FromSeconds(0.5));
        await Wait.UntilAsync("2,500 arrivals", () => schedule.Due.Count == 2_500);
        Assert.Equal(0, schedule.Unsent);

        // The backlog is of ten seconds.
        while (schedule.Unsent < 1_000)
        {
            time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }

        Assert.Equal(50_000, schedule.Due.Count);
        var planned = schedule.Unsent;
        context.Stop.Stop();
        await Wait.UntilAsync("the end of the schedule", () =>
        {
            time.Advance(TimeSpan.FromMilliseconds(1));
            return running.IsCompleted;
        });
        await running;
        schedule.CountRest();
        Assert.InRange(schedule.Unsent, planned + 50_000, long.MaxValue);
    }
}
