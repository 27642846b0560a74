using System.Collections.Concurrent;
using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>One turn at a time, and none lost.</summary>
public abstract class TurnTests(EngineUnderTest engines)
{
    private const int Threads = 8;
    private const int CallsPerThread = 4_000;

    [Fact]
    public async Task Turns_of_a_reentrant_grain_never_overlap_and_none_is_lost()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IReentrantTally>(1);
        await RunThreads(async i =>
        {
            await grain.Add(1);
            await grain.AddAfterYields(1, i % 3);
        });
        Assert.Equal(2 * Threads * CallsPerThread, await grain.Total());
        Assert.Equal(0, await grain.Overlaps());
    }

    [Fact]
    public async Task Requests_of_a_grain_that_is_not_reentrant_never_overlap_and_none_is_lost()
    {
        await using var engine = await engines.Start();
        var grain = engine.Grains.GetGrain<IPlainTally>(1);
        await RunThreads(async i =>
        {
            await grain.Add(1);
            await grain.AddAfterYields(1, i % 3);
        });
        Assert.Equal(2 * Threads * CallsPerThread, await grain.Total());
        Assert.Equal(0, await grain.Overlaps());
    }

    [Fact]
    public async Task Many_grains_that_call_each_other_lose_nothing()
    {
        const int grains = 16;
        await using var engine = await engines.Start();
        await RunThreads(async i =>
        {
            var from = engine.Grains.GetGrain<IReentrantTally>(i % grains);
            await from.AddThere(engine.Grains.GetGrain<IReentrantTally>((i * 7 % grains) + 100), 1);
        });
        var total = 0;
        for (var i = 0; i < grains; i++)
        {
            total += await engine.Grains.GetGrain<IReentrantTally>(i + 100).Total();
            Assert.Equal(0, await engine.Grains.GetGrain<IReentrantTally>(i + 100).Overlaps());
            Assert.Equal(0, await engine.Grains.GetGrain<IReentrantTally>(i).Overlaps());
        }

        Assert.Equal(Threads * CallsPerThread, total);
    }

    [Fact]
    public async Task Grains_that_come_and_go_under_load_run_each_request_once_or_refuse_it()
    {
        await using var engine = await engines.Start();
        var answered = new ConcurrentBag<string>();
        await RunThreads(async i =>
        {
            try
            {
                await engine.Grains.GetGrain<IMayfly>(i % 4).Visit($"{i}", leave: i % 5 == 0);
                answered.Add($"{i}");
            }
            catch (OrleansMessageRejectionException)
            {
                // An engine may give up on a request that met one leaving grain after the other; it has not run then.
            }
        });
        Assert.Equal(answered.Order(), engine.Journal.Entries.Order());
        Assert.True(answered.Count > Threads * CallsPerThread / 2, $"{answered.Count} requests ran.");
    }

    [Fact]
    public async Task A_chain_of_calls_may_be_longer_than_a_stack_is_deep()
    {
        await using var engine = await engines.Start();
        Assert.Equal(20_000, await engine.Grains.GetGrain<IReentrantTally>(0).Chain(20_000));
    }

    private static Task RunThreads(Func<int, Task> call) => Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(async () =>
    {
        for (var i = 0; i < CallsPerThread; i++)
            await call((thread * CallsPerThread) + i);
    })));
}
