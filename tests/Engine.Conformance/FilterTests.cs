using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Filters around calls.</summary>
public abstract class FilterTests(EngineUnderTest engines)
{
    [Fact]
    public async Task Filters_run_around_a_call_outermost_at_the_caller()
    {
        await using var engine = await Start(services => services
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Filters_are_passed_in_the_order_of_their_registration_and_left_in_the_opposite_one(bool wait)
    {
        await using var engine = await Start(services => services
            .AddSingleton<IOutgoingGrainCallFilter>(provider => new NamedFilter("caller's first", wait, provider.GetRequiredService<Journal>()))
            .AddSingleton<IOutgoingGrainCallFilter>(provider => new NamedFilter("caller's second", wait, provider.GetRequiredService<Journal>()))
            .AddSingleton<IIncomingGrainCallFilter>(provider => new NamedFilter("first", wait, provider.GetRequiredService<Journal>()))
            .AddSingleton<IIncomingGrainCallFilter>(provider => new NamedFilter("second", wait, provider.GetRequiredService<Journal>())));
        await engine.Grains.GetGrain<IFiltered>(1).Nothing();
        Assert.Equal(
            [
                "caller's first in", "caller's second in", "first in", "second in", "grain: Nothing",
                "second out", "first out", "caller's second out", "caller's first out",
            ],
            engine.Journal.Entries);
    }

    [Fact]
    public async Task Filters_know_the_calling_grain()
    {
        await using var engine = await Start(services => services
            .AddSingleton<IIncomingGrainCallFilter, IncomingRecorder>()
            .AddSingleton<IOutgoingGrainCallFilter, OutgoingRecorder>());
        var call = engine.Grains.GetGrain<IFiltered>(1).TwiceAt(engine.Grains.GetGrain<IFiltered>(2), 5);
        Assert.Equal(222, await call);
        Assert.Contains("out: filtered/1 -> filtered/2 Twice(1)", engine.Journal.Entries);
        Assert.Contains("in: filtered/1 -> filtered/2 Twice FilteredGrain", engine.Journal.Entries);
    }

    [Fact]
    public async Task Exceptions_pass_through_filters()
    {
        await using var engine = await Start(services => services
            .AddSingleton<IIncomingGrainCallFilter, IncomingRecorder>()
            .AddSingleton<IOutgoingGrainCallFilter, OutgoingRecorder>());
        var error = await Assert.ThrowsAsync<InvalidOperationException>(() => engine.Grains.GetGrain<IFiltered>(1).Fail());
        Assert.Equal("fails", error.Message);
        Assert.Contains(nameof(IFiltered.Fail), error.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_filter_may_handle_an_exception_and_answer_in_place_of_the_method()
    {
        await using var engine = await Start(services => services.AddSingleton<IIncomingGrainCallFilter, RescueFilter>());
        Assert.Equal(-1, await engine.Grains.GetGrain<IFiltered>(1).Fail());
        Assert.Equal(0, await engine.Grains.GetGrain<IFiltered>(1).Twice(RescueFilter.Answered));
        Assert.Equal(8, await engine.Grains.GetGrain<IFiltered>(1).Twice(4));
    }

    [Fact]
    public async Task An_exception_of_a_filter_is_the_answer()
    {
        await using var engine = await Start(services => services.AddSingleton<IIncomingGrainCallFilter, RescueFilter>());
        var error = await Assert.ThrowsAsync<ShortageException>(() => engine.Grains.GetGrain<IFiltered>(1).Twice(RescueFilter.Refused));
        Assert.Equal(RescueFilter.Refused, error.Missing);
    }

    [Fact]
    public async Task A_filter_may_call_grains_itself()
    {
        await using var engine = await Start(services => services.AddSingleton<IIncomingGrainCallFilter, CallingFilter>());
        Assert.Equal(6, await engine.Grains.GetGrain<IFiltered>(1).Twice(3));
    }

    [Fact]
    public async Task The_request_context_that_a_filter_sets_reaches_the_method()
    {
        await using var engine = await Start(services => services
            .AddSingleton<IIncomingGrainCallFilter>(new ContextFilter("incoming"))
            .AddSingleton<IOutgoingGrainCallFilter>(new ContextFilter("outgoing")));
        var grain = engine.Grains.GetGrain<IEcho>("a");
        Assert.Equal("set set", await grain.Context("incoming", null));
        Assert.Equal("set set", await grain.Context("outgoing", null));
        Assert.Null(RequestContext.Get("outgoing"));
    }

    [Fact]
    public async Task Events_pass_the_incoming_filters_as_calls_do()
    {
        var counter = new CountingFilter();
        await using var engine = await Start(services => services.AddSingleton<IIncomingGrainCallFilter>(counter));
        await engine.Grains.GetGrain<IListener>(1).Subscribe("s");
        var before = counter.Passed("listener/1");
        await engine.Grains.GetGrain<IListener>(2).Produce("s", 0, 1);
        await engine.Journal.WaitFor("1: 0");
        Assert.True(counter.Passed("listener/1") > before);
        Assert.Equal(1, counter.Passed("listener/1", typeof(IListener)));
    }

    [Fact]
    public async Task Ticks_pass_the_incoming_filters_as_calls_do()
    {
        var counter = new CountingFilter();
        await using var engine = await engines.Start(new EngineSettings
        {
            ManualTimers = true,
            Configure = services => services.AddSingleton<IIncomingGrainCallFilter>(counter),
        });
        await engine.Grains.GetGrain<IClock>(1).Start(interleave: false, keepAlive: false, gate: null);
        engine.Time.Advance(TimeSpan.FromSeconds(1));
        await engine.Journal.WaitFor("tick 1");
        Assert.Equal(2, counter.Passed("clock/1"));
        Assert.Equal(1, counter.Passed("clock/1", typeof(IClock)));
    }

    private Task<IEngineFixture> Start(Action<IServiceCollection> configure) =>
        engines.Start(new EngineSettings { Configure = configure });
}
