using Marketplace.Conformance.Fixtures;
using Marketplace.Engine.Tests.Fixtures;
using Marketplace.Engine.Tests.Grains;
using Marketplace.Engine.Turns.Scheduling;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Engine.Tests.Parts;

/// <summary>Groups of grain classes, which run apart from each other, one turn of each at once.</summary>
public sealed class GroupTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Turns_run_on_the_scheduler_of_their_class_and_come_back_to_it()
    {
        await using var engine = Start();
        var (left, right) = (engine.Grains.GetGrain<ILeft>(1), engine.Grains.GetGrain<IRight>(1));
        Assert.Equal("left left", await left.Where());
        Assert.Equal("left, right right, left", await left.Through(right));
        Assert.Null(SchedulerGroups.Current);
    }

    [Fact]
    public async Task A_call_within_the_group_runs_inline_and_one_into_another_waits_in_line()
    {
        await using var engine = Start();
        var (left, right) = (engine.Grains.GetGrain<ILeft>(1), engine.Grains.GetGrain<IRight>(1));
        var next = engine.Grains.GetGrain<ILeft>(2);
        await Task.WhenAll(left.Nothing(), right.Nothing(), next.Nothing());
        Assert.True(await left.RunsInline(next));

        // The other group would have run it before the caller looks if the caller had to wait for a processor.
        var occupied = engine.Grains.GetGrain<IRight>(2).Occupy();
        await engine.Gates.Arrival("occupied");
        await engine.Gates.Arrival("called");
        var waiting = left.RunsInline(right);
        await engine.Gates.Arrival("called");
        engine.Services.GetRequiredService<Occupation>().Released.Set();
        Assert.False(await waiting);
        await occupied;
    }

    [Fact]
    public async Task A_group_that_is_occupied_holds_up_its_own_grains_alone()
    {
        await using var engine = Start();
        var occupied = engine.Grains.GetGrain<ILeft>(1).Occupy();
        await engine.Gates.Arrival("occupied");
        var sameGroup = engine.Grains.GetGrain<ILeft>(2).Where();
        for (var i = 0; i < 100; i++)
            Assert.Equal("right right", await engine.Grains.GetGrain<IRight>(i).Where().WaitAsync(Patience, TestContext.Current.CancellationToken));
        Assert.False(sameGroup.IsCompleted);
        engine.Services.GetRequiredService<Occupation>().Released.Set();
        Assert.Equal("left left", await sameGroup);
        await occupied;
    }

    [Fact]
    public async Task Work_from_outside_enters_a_group_stays_there_and_calls_its_grains_inline()
    {
        await using var engine = Start();
        var groups = engine.Services.GetRequiredService<SchedulerGroups>();
        var left = engine.Grains.GetGrain<ILeft>(1);
        await left.Nothing();
        Assert.True(await groups.Enter("left"));
        Assert.Equal("left", SchedulerGroups.Current);
        Assert.True(left.Nothing().IsCompleted);
        await Task.Yield();
        Assert.Equal("left", SchedulerGroups.Current);
        Assert.True(await groups.Enter("right"));
        Assert.Equal("right", SchedulerGroups.Current);
    }

    [Fact]
    public async Task What_can_not_wait_any_more_is_refused_and_stays_where_it_was()
    {
        await using var engine = Start(maxWaitingToEnter: 1);
        var groups = engine.Services.GetRequiredService<SchedulerGroups>();
        var occupied = engine.Grains.GetGrain<ILeft>(1).Occupy();
        await engine.Gates.Arrival("occupied");
        var waiting = Enter();
        Assert.False(await groups.Enter("left"));
        Assert.Null(SchedulerGroups.Current);
        engine.Services.GetRequiredService<Occupation>().Released.Set();
        Assert.Equal("left", await waiting);
        await occupied;

        async Task<string?> Enter() => await groups.Enter("left") ? SchedulerGroups.Current : "refused";
    }

    [Fact]
    public async Task A_group_without_a_grain_class_is_an_error_that_names_it()
    {
        await using var engine = Start();
        var groups = engine.Services.GetRequiredService<SchedulerGroups>();
        Assert.Contains("\"middle\"", Assert.Throws<ArgumentException>(() => groups.Enter("middle")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Idle_grains_of_a_group_leave_on_its_scheduler()
    {
        await using var engine = Start();
        await engine.Grains.GetGrain<ILeft>(1).Nothing();
        engine.Time.Advance(TimeSpan.FromMinutes(20));
        Assert.Equal("left left", await engine.Grains.GetGrain<ILeft>(2).Where());

        // The first grain's turn may not have ended when the collector looked, though it had answered: then it looks again after an age
        // limit more, in minute 31. By now that turn has ended, as there is one worker. The second grain is not due before minute 36.
        engine.Time.Advance(TimeSpan.FromMinutes(14));

        // What leaves was in line before this call.
        Assert.Equal("left left", await engine.Grains.GetGrain<ILeft>(3).Where());
        Assert.Equal(2, engine.ActivationCount());
    }

    private static LocalEngineFixture Start(int maxWaitingToEnter = 1_000) => LocalEngines.Start(
        new EngineSettings { Configure = static services => services.AddSingleton<Occupation>() },
        configure: options =>
        {
            options.GroupOf = static type => type == typeof(LeftGrain) ? "left" : type == typeof(RightGrain) ? "right" : null;
            options.GroupParallelism = 1;
            options.MaxWaitingToEnter = maxWaitingToEnter;
        });
}
