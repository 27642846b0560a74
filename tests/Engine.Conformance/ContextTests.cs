using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>What flows with a call, and what doesn't.</summary>
public abstract class ContextTests(EngineUnderTest engines)
{
    [Fact]
    public async Task The_request_context_flows_to_the_callee_and_on_and_not_back()
    {
        await using var engine = await engines.Start();
        var first = engine.Grains.GetGrain<IEcho>("a");
        var second = engine.Grains.GetGrain<IEcho>("b");
        for (var i = 0; i < 2; i++)
        {
            RequestContext.Set("key", "value");
            Assert.Equal("value value value value", await first.Context("key", second));
            await first.SetContext("key", "changed");
            Assert.Equal("value", RequestContext.Get("key"));
            Assert.True(RequestContext.Remove("key"));
            Assert.False(RequestContext.Remove("key"));
            Assert.Equal("none none none none", await first.Context("key", second));
            await first.SetContext("key", "changed");
            Assert.Null(RequestContext.Get("key"));
        }
    }

    [Fact]
    public async Task A_request_that_waited_leaves_no_context_to_the_next_one()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        var held = grain.WaitForever("a");
        await engine.Gates.Arrival("a");
        RequestContext.Set("key", "value");
        var first = grain.Context("key", null);
        RequestContext.Clear();
        var second = grain.Context("key", null);
        var local = grain.AsyncLocalValue("first's");
        var nextLocal = grain.AsyncLocalValue("second's");
        engine.Gates.Open("a");
        await held;
        Assert.Equal("value value", await first);
        Assert.Equal("none none", await second);
        Assert.Null(await local);
        Assert.Null(await nextLocal);
    }

    [Fact]
    public async Task A_method_goes_on_in_its_grain_after_every_await()
    {
        await using var engine = await engines.Start();
        var call = engine.Grains.GetGrain<IEcho>("a").WhereAfterAwaits("gate", engine.Grains.GetGrain<IEcho>("b"));
        await engine.Gates.Arrival("gate");
        engine.Gates.Open("gate");
        Assert.All(await call, place => Assert.Equal("echo/a", place));
    }

    [Fact]
    public void Clear_removes_all_keys()
    {
        RequestContext.Set("a", "1");
        RequestContext.Set("b", "2");
        RequestContext.Clear();
        Assert.Null(RequestContext.Get("a"));
        Assert.Null(RequestContext.Get("b"));
    }

    [Fact]
    public async Task Async_local_values_stay_on_their_side()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        EchoGrain.Local.Value = "caller's";
        for (var i = 0; i < 3; i++)
        {
            Assert.Null(await grain.AsyncLocalValue("grain's"));
            Assert.Equal("caller's", EchoGrain.Local.Value);
        }

        EchoGrain.Local.Value = null;
        Assert.Null(await grain.AsyncLocalValue("grain's"));
        Assert.Null(EchoGrain.Local.Value);
    }

    [Fact]
    public async Task The_callers_synchronization_context_comes_back()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IEcho>("a");
        await grain.Echo("wake up");
        var own = new SynchronizationContext();
        SynchronizationContext.SetSynchronizationContext(own);
        var call = grain.Echo("x");
        var after = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        Assert.Same(own, after);
        Assert.Equal("x", await call);
    }
}
