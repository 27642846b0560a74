using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Filters around calls.</summary>
public sealed class FilterTests
{
    [Fact]
    public async Task Filters_run_around_a_call_outermost_at_the_caller()
    {
        await using var engine = Start(services => services
            .AddSingleton<IIncomingGrainCallFilter, IncomingRecorder>()
            .AddSingleton<IOutgoingGrainCallFilter, OutgoingRecorder>());
        var grain = engine.Grains.GetGrain<IFiltered>(1);
        Assert.Equal(113, await grain.Twice(3));
        await grain.Nothing();
        Assert.Equal(
            [
                "out: outside -> filtered/1 Twice(1)", "in: outside -> filtered/1 Twice FilteredGrain", "grain: Twice",
                "out: outside -> filtered/1 Nothing(0)", "in: outside -> filtered/1 Nothing FilteredGrain", "grain: Nothing",
            ],
            engine.Journal.Entries);
    }

    [Fact]
    public async Task Filters_know_the_calling_grain()
    {
        await using var engine = Start(services => services.AddSingleton<IOutgoingGrainCallFilter, OutgoingRecorder>());
        var call = engine.Grains.GetGrain<IFiltered>(1).TwiceAt(engine.Grains.GetGrain<IFiltered>(2), 5);
        Assert.Equal(210, await call);
        Assert.Contains("out: filtered/1 -> filtered/2 Twice(1)", engine.Journal.Entries);
    }

    [Fact]
    public async Task Exceptions_pass_through_filters()
    {
        await using var engine = Start(services => services
            .AddSingleton<IIncomingGrainCallFilter, IncomingRecorder>()
            .AddSingleton<IOutgoingGrainCallFilter, OutgoingRecorder>());
        var error = await Assert.ThrowsAsync<InvalidOperationException>(() => engine.Grains.GetGrain<IFiltered>(1).Fail());
        Assert.Equal("fails", error.Message);
        Assert.Contains(nameof(IFiltered.Fail), error.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_filter_may_call_grains_itself()
    {
        await using var engine = Start(services => services.AddSingleton<IIncomingGrainCallFilter, CallingFilter>());
        Assert.Equal(6, await engine.Grains.GetGrain<IFiltered>(1).Twice(3));
    }

    [Fact]
    public async Task Ticks_and_events_are_no_calls()
    {
        await using var engine = Start(services => services.AddSingleton<IIncomingGrainCallFilter, IncomingRecorder>());
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 0, 1);
        await engine.Grains.GetGrain<IClock>(1).Start(interleave: false, keepAlive: false, gate: null);
        engine.Time.Advance(TimeSpan.FromSeconds(1));
        var entries = await engine.Journal.WaitForAsync(5);
        Assert.Equal(3, entries.Count(entry => entry.StartsWith("in: ", StringComparison.Ordinal)));
        Assert.Contains("1: 0", entries);
        Assert.Contains("tick 1", entries);
    }

    private static IEngineFixture Start(Action<IServiceCollection> configure) =>
        Engines.Start(new EngineSettings { Configure = configure });
}
