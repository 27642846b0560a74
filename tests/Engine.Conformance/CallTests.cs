using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Answers, exceptions and one-way calls; a first call finds no activation, later ones do.</summary>
public abstract class CallTests(EngineUnderTest engines)
{
    [Fact]
    public async Task Answers_come_back()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        for (var i = 0; i < 2; i++)
        {
            Assert.Equal("xx", await grain.Echo("x", 2));
            Assert.Null(await grain.Echo(null));
            Assert.Equal("y", await grain.EchoAfterYield("y"));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Exceptions_come_back_with_their_stack(bool active)
    {
        await using var engine = await engines.Start();
        var calls = new (string Message, string Frame, Func<IEcho, Task> Call)[]
        {
            ("at once", nameof(IEcho.ThrowAtOnce), grain => grain.ThrowAtOnce()),
            ("after yield", nameof(IEcho.ThrowAfterYield), grain => grain.ThrowAfterYield()),
            ("value at once", nameof(IEcho.ThrowValueAtOnce), grain => grain.ThrowValueAtOnce().AsTask()),
            ("value after yield", nameof(IEcho.ThrowValueAfterYield), grain => grain.ThrowValueAfterYield().AsTask()),
        };
        foreach (var (message, frame, call) in calls)
        {
            var grain = engine.Grains.GetGrain<IEcho>(message);
            if (active)
                await grain.Echo("wake up");
            var error = await Assert.ThrowsAsync<InvalidOperationException>(() => call(grain));
            Assert.Equal(message, error.Message);
            Assert.Contains(frame, error.StackTrace, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task An_exception_keeps_its_type_and_content_over_several_calls()
    {
        await using var engine = await engines.Start();
        var second = engine.Grains.GetGrain<IEcho>("second");
        for (var i = 0; i < 2; i++)
        {
            var error = await Assert.ThrowsAsync<ShortageException>(() => engine.Grains.GetGrain<IEcho>("first").RunShort(7, second));
            Assert.Equal(7, error.Missing);
            Assert.Equal("7 missing", error.Message);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_method_that_returns_no_task_fails_and_blocks_nobody(bool active)
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        if (active)
            await grain.Echo("wake up");
        await Assert.ThrowsAnyAsync<Exception>(grain.ReturnNull);
        Assert.Equal("x", await grain.Echo("x"));
    }

    [Fact]
    public async Task A_one_way_call_does_not_wait_and_does_not_fail()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        var call = grain.HoldOneWay("a");
        Assert.True(call.IsCompletedSuccessfully);
        await engine.Gates.Arrival("a");
        Assert.Empty(engine.Journal.Entries);
        engine.Gates.Open("a");
        await engine.Journal.WaitFor(1);
        await grain.FailOneWay();
        Assert.Equal("x", await grain.Echo("x"));
    }
}
