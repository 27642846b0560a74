using System.Diagnostics.Metrics;
using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Engine.Tests.Inline;

/// <summary>Calls between grains of one silo: which run inline, and that they are calls like others.</summary>
public sealed class LaneTests
{
    [Fact]
    public async Task The_first_call_of_a_grain_is_a_message_and_those_after_it_run_inline()
    {
        await using var silo = await LaneSilo.Start();
        var caller = await silo.Active(1);
        var other = silo.Worker(2);
        Assert.False(await caller.RunsInline(other));
        Assert.True(await LaneSilo.RunsInlineSoon(caller, other));
        Assert.True(silo.LaneOf(other).IsOpen);
    }

    [Fact]
    public async Task A_class_that_is_not_reentrant_is_called_by_messages()
    {
        await using var silo = await LaneSilo.Start();
        var plain = silo.Services.GetRequiredService<IGrainFactory>().GetGrain<IPlain>(1);
        await plain.Write("x");
        Assert.False(silo.Lanes.Has(plain.GetGrainId().Type));
    }

    [Fact]
    public async Task A_class_that_leaves_without_closing_its_lane_has_none()
    {
        await using var silo = await LaneSilo.Start(new EngineSettings { Configure = static services => services.AddSingleton(new LifePlan()) });
        var life = silo.Services.GetRequiredService<IGrainFactory>().GetGrain<ILife>(1);
        Assert.False(silo.Lanes.Has(life.GetGrainId().Type));
    }

    [Fact]
    public async Task Calls_are_counted_by_the_way_they_went()
    {
        await using var silo = await LaneSilo.Start();
        long inline = 0, queued = 0, messages = 0;
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (ReferenceEquals(instrument.Meter.Scope, silo.Services.GetRequiredService<IMeterFactory>())
                && instrument.Name is "actors.calls.inline" or "actors.calls.queued" or "actors.calls.messages")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
        {
            if (instrument.Name == "actors.calls.inline")
                inline = value;
            else
                Interlocked.Add(ref instrument.Name == "actors.calls.queued" ? ref queued : ref messages, value);
        });
        listener.Start();
        var caller = silo.Worker(1);
        await caller.Nothing();
        await caller.Nothing();
        await caller.Nothing();
        listener.RecordObservableInstruments();

        // A call that comes while the turn before it ends waits for it.
        Assert.Equal(2, inline + queued);
        Assert.Equal(1, messages);
    }

    [Fact]
    public async Task An_exception_comes_back_as_it_is_with_its_stack()
    {
        await using var silo = await LaneSilo.Start();
        var caller = await silo.Active(1);
        var other = await silo.Active(2);
        var error = await Assert.ThrowsAsync<InvalidTimeZoneException>(() => caller.FailAt(other));
        Assert.Equal("the worker fails", error.Message);
        Assert.Contains("WorkerGrain.Fail", error.StackTrace, StringComparison.Ordinal);
        await caller.Nothing();
        await other.Nothing();
    }

    [Fact]
    public async Task A_pending_call_ends_in_a_time_out_that_names_it()
    {
        await using var silo = await LaneSilo.Start(new EngineSettings { ResponseTimeout = TimeSpan.FromSeconds(1) });
        var other = await silo.Active(2);
        var error = await Assert.ThrowsAsync<TimeoutException>(() => other.Hold("never"));
        Assert.Contains("IWorker.Hold on grain worker/2", error.Message, StringComparison.Ordinal);
        Assert.Equal(0, silo.Lanes.Pending.Count);
        await other.Nothing();
    }

    [Fact]
    public async Task A_burst_beyond_the_limit_that_meets_a_long_turn_is_refused()
    {
        await using var silo = await LaneSilo.Start(new EngineSettings { MaxWaitingRequests = 10 });
        var worker = await silo.Active(1);
        var blocked = Task.Run(() => worker.Block("blocked"), TestContext.Current.CancellationToken);
        await silo.Gates.Arrival("blocked");
        var waiting = Enumerable.Range(0, 10).Select(_ => worker.Nothing()).ToArray();
        await Assert.ThrowsAsync<LimitExceededException>(worker.Nothing);
        silo.States.Release.Set();
        await Task.WhenAll([blocked, .. waiting]);
        await worker.Nothing();
    }

    [Fact]
    public async Task A_filter_registered_after_the_inline_calls_is_refused()
    {
        await using var services = new ServiceCollection()
            .AddSingleton<IOutgoingGrainCallFilter, Late>()
            .AddSingleton(provider => new Marketplace.Engine.Inline.FilterRegistrations(Registered()))
            .BuildServiceProvider();
        var error = Assert.Throws<InvalidOperationException>(services.GetRequiredService<Marketplace.Engine.Inline.FilterRegistrations>().Check);
        Assert.Contains("AddInlineCalls, which must come last", error.Message, StringComparison.Ordinal);

        static IServiceCollection Registered() => new ServiceCollection()
            .AddSingleton<IOutgoingGrainCallFilter, Marketplace.Engine.Inline.LaneCallFilter>()
            .AddSingleton<IOutgoingGrainCallFilter, Late>();
    }

    [Fact]
    public async Task Filters_are_passed_once_by_a_call_that_runs_inline()
    {
        var filter = new Counting();
        await using var silo = await LaneSilo.Start(new EngineSettings
        {
            Configure = services => services
                .AddSingleton<IIncomingGrainCallFilter>(filter)
                .AddSingleton<IOutgoingGrainCallFilter>(filter),
        });
        var worker = await silo.Active(1);
        var before = silo.Lanes.Metrics.InlineCalls.Value;
        for (var i = 0; i < 10; i++)
            await worker.Add(i);
        Assert.InRange(silo.Lanes.Metrics.InlineCalls.Value - before, 1, 10);
        Assert.Equal((10, 10), (filter.Incoming, filter.Outgoing));
    }

    private sealed class Late : IOutgoingGrainCallFilter
    {
        public Task Invoke(IOutgoingGrainCallContext context) => context.Invoke();
    }

    private sealed class Counting : IIncomingGrainCallFilter, IOutgoingGrainCallFilter
    {
        private int _incoming;
        private int _outgoing;

        public int Incoming => _incoming;
        public int Outgoing => _outgoing;

        public Task Invoke(IIncomingGrainCallContext context)
        {
            if (context.MethodName == "Add")
                Interlocked.Increment(ref _incoming);
            return context.Invoke();
        }

        public Task Invoke(IOutgoingGrainCallContext context)
        {
            if (context.MethodName == "Add")
                Interlocked.Increment(ref _outgoing);
            return context.Invoke();
        }
    }
}
