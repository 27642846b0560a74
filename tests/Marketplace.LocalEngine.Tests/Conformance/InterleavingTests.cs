using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Which requests run beside a request that has not completed.</summary>
public sealed class InterleavingTests
{
    [Fact]
    public async Task A_request_waits_for_the_one_before_it()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var first = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        var second = grain.Write("second");
        Assert.False(second.IsCompleted);
        engine.Gates.Open("a");
        await Task.WhenAll(first, second);
        Assert.Equal(["a started", "a ended", "second"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Requests_that_wait_start_in_the_order_of_their_arrival()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        var calls = Enumerable.Range(0, 200).Select(i => grain.Write($"{i}")).ToArray();
        engine.Gates.Open("a");
        await Task.WhenAll([held, .. calls]);
        Assert.Equal(Enumerable.Range(0, 200).Select(i => $"{i}"), engine.Journal.Entries.Skip(2));
    }

    [Fact]
    public async Task A_reentrant_grain_interleaves_requests_where_they_await()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IReentrant>(1);
        var first = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        await grain.Write("second");
        engine.Gates.Open("a");
        await first;
        Assert.Equal(["a started", "second", "a ended"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_call_of_a_grain_to_itself_never_runs_inside_its_turn()
    {
        await using var engine = Engines.Start();
        Assert.False(await engine.Grains.GetGrain<IReentrant>(1).SelfCallRunsInside());
    }

    [Fact]
    public async Task An_interleaving_request_runs_beside_any_other()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        await grain.WriteInterleaving("beside");
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["a started", "beside", "a ended"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Any_request_runs_beside_an_interleaving_one()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.HoldInterleaving("a");
        await engine.Gates.ArrivalAsync("a");
        await grain.Write("beside");
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["a started", "beside", "a ended"], engine.Journal.Entries);
    }

    [Fact]
    public async Task Read_only_requests_run_beside_each_other_and_a_writer_waits_for_all()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var reads = new[] { grain.HoldReadOnly("a"), grain.HoldReadOnly("b") };
        await engine.Gates.ArrivalAsync("a");
        await engine.Gates.ArrivalAsync("b");
        var write = grain.Write("write");
        await grain.WriteReadOnly("read");
        engine.Gates.Open("a");
        await reads[0];
        Assert.False(write.IsCompleted);
        engine.Gates.Open("b");
        await Task.WhenAll([.. reads, write]);
        Assert.Equal(["a started", "b started", "read", "a ended", "b ended", "write"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_read_only_request_waits_for_a_writer()
    {
        await using var engine = Engines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var held = grain.Hold("a");
        await engine.Gates.ArrivalAsync("a");
        var read = grain.WriteReadOnly("read");
        engine.Gates.Open("a");
        await Task.WhenAll(held, read);
        Assert.Equal(["a started", "a ended", "read"], engine.Journal.Entries);
    }

    [Fact]
    public async Task A_call_chain_comes_back_where_that_is_allowed()
    {
        await using var engine = Engines.Start();
        var first = engine.Grains.GetGrain<IPlain>(1);
        await first.CallRound(engine.Grains.GetGrain<IPlain>(2), allowReentrancy: true, suppress: false);
        Assert.Equal(["called back"], engine.Journal.Entries);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_call_cycle_ends_in_a_time_out_that_shows_it(bool allowReentrancy, bool suppress)
    {
        await using var engine = Engines.Start();
        var first = engine.Grains.GetGrain<IPlain>(1);
        var call = first.CallRound(engine.Grains.GetGrain<IPlain>(2), allowReentrancy, suppress);
        await engine.Gates.ArrivalAsync("called back");
        engine.Time.Advance(TimeSpan.FromSeconds(29));
        Assert.False(call.IsCompleted);
        engine.Time.Advance(TimeSpan.FromSeconds(3));
        var error = await Assert.ThrowsAsync<TimeoutException>(() => call);
        Assert.Contains("00:00:30", error.Message, StringComparison.Ordinal);
        Assert.Contains("Call cycle: ", error.Message, StringComparison.Ordinal);
        Assert.Contains("plain/1 -> IPlain.CallBack -> plain/2", error.Message, StringComparison.Ordinal);
        Assert.Contains("plain/2 -> IGate.Write -> plain/1", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_grain_that_holds_a_request_is_not_held_by_its_callee()
    {
        await using var engine = Engines.Start();
        var caller = engine.Grains.GetGrain<IReentrant>(1);
        var held = caller.HoldAt(engine.Grains.GetGrain<IPlain>(2), "a");
        await engine.Gates.ArrivalAsync("a");
        await caller.Write("meanwhile");
        engine.Gates.Open("a");
        await held;
        Assert.Equal(["a started", "meanwhile", "a ended"], engine.Journal.Entries);
    }
}
