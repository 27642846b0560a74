using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Which requests run beside a request that has not completed.</summary>
public abstract class InterleavingTests(EngineUnderTest engines)
{
    [Fact]
    public async Task A_request_waits_for_the_one_before_it()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var first = grain.Hold("a");
        await engine.Gates.Arrival("a");
        var second = grain.Write("second");
        Assert.False(second.IsCompleted);
        engine.Gates.Open("a");
        await Task.WhenAll(first, second);
        Assert.Equal(["a started", "a ended", "second"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Requests_that_wait_start_in_the_order_of_their_arrival()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        var calls = Enumerable.Range(0, 200).Select(i => grain.Write($"{i}")).ToArray();
        engine.Gates.Open("a");
        await Task.WhenAll([held, .. calls]);
        Assert.Equal(Enumerable.Range(0, 200).Select(i => $"{i}"), engine.Journal.Entries.Skip(2));
    }

    [Fact]
    public async Task A_reentrant_grain_interleaves_requests_where_they_await()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IReentrant>(1);
        var first = grain.Hold("a");
        await engine.Gates.Arrival("a");
        await grain.Write("second");
        engine.Gates.Open("a");
        await first;
        Assert.Equal(["a started", "second", "a ended"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_call_of_a_grain_to_itself_never_runs_inside_its_turn()
    {
        await using var engine = await engines.Start();
        Assert.False(await engine.Grains.GetGrain<IReentrant>(1).SelfCallRunsInside());
    }

    [Fact]
    public async Task An_interleaving_request_runs_beside_any_other()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        await grain.WriteInterleaving("beside");
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["a started", "beside", "a ended"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Any_request_runs_beside_an_interleaving_one()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.HoldInterleaving("a");
        await engine.Gates.Arrival("a");
        await grain.Write("beside");
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["a started", "beside", "a ended"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Read_only_requests_run_beside_each_other_and_a_writer_does_not()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var first = grain.HoldReadOnly("a");
        await engine.Gates.Arrival("a");
        var second = grain.HoldReadOnly("b");
        await engine.Gates.Arrival("b");
        var write = grain.Write("write");
        await grain.WriteReadOnly("read");
        Assert.False(write.IsCompleted);

        // The one that started last ends first: the other way round the engines differ (docs/engines.md).
        engine.Gates.Open("b");
        await second;
        Assert.False(write.IsCompleted);
        engine.Gates.Open("a");
        await Task.WhenAll(first, write);
        Assert.Equal(["a started", "b started", "read", "b ended", "a ended", "write"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_read_only_request_waits_for_a_writer()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        var read = grain.WriteReadOnly("read");
        engine.Gates.Open("a");
        await Task.WhenAll(held, read);
        Assert.Equal(["a started", "a ended", "read"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_call_chain_comes_back_where_that_is_allowed()
    {
        await using var engine = await engines.Start();
        var first = engine.Grains.GetGrain<IPlain>(1);
        await first.CallRound(engine.Grains.GetGrain<IPlain>(2), allowReentrancy: true, suppress: false);
        Assert.Equal(["called back"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_call_chain_comes_back_over_several_grains()
    {
        await using var engine = await engines.Start();
        var grains = Enumerable.Range(1, 3).Select(i => engine.Grains.GetGrain<IPlain>(i)).ToArray();
        await grains[0].CallRoundBy(grains[1], grains[2]);
        Assert.Equal(["called back"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Where_a_call_chain_may_come_back_others_wait()
    {
        await using var engine = await engines.Start();
        var first = engine.Grains.GetGrain<IPlain>(1);
        var round = first.CallRoundHeld(engine.Grains.GetGrain<IPlain>(2), "a");
        await engine.Gates.Arrival("a");
        var other = first.Write("other");
        engine.Gates.Open("a");
        await Task.WhenAll(round, other);
        Assert.Equal(["called back", "other"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_grain_that_holds_a_request_is_not_held_by_its_callee()
    {
        await using var engine = await engines.Start();
        var caller = engine.Grains.GetGrain<IReentrant>(1);
        var held = caller.HoldAt(engine.Grains.GetGrain<IPlain>(2), "a");
        await engine.Gates.Arrival("a");
        await caller.Write("meanwhile");
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["a started", "meanwhile", "a ended"], engine.Journal.Entries);
    }
}
