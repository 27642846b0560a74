using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Xunit;

namespace Marketplace.Engine.Tests.Activations;

/// <summary>Promises on requests that go beyond those of the programming model, or that Orleans does not keep (docs/engines.md).</summary>
public sealed class RequestTests
{
    [Fact]
    public async Task A_writer_waits_for_all_read_only_requests_whichever_ends_first()
    {
        await using var engine = LocalEngines.Start();
        var grain = engine.Grains.GetGrain<IPlain>(1);
        var reads = new[] { grain.HoldReadOnly("a"), grain.HoldReadOnly("b") };
        await engine.Gates.Arrival("a");
        await engine.Gates.Arrival("b");
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
    public async Task Grains_that_come_and_go_under_load_lose_no_request()
    {
        const int threads = 8;
        const int calls = 4_000;
        await using var engine = LocalEngines.Start();
        await Task.WhenAll(Enumerable.Range(0, threads).Select(thread => Task.Run(async () =>
        {
            for (var i = 0; i < calls; i++)
                await engine.Grains.GetGrain<IMayfly>(i % 4).Visit($"{thread} {i}", leave: i % 5 == 0);
        })));
        Assert.Equal(threads * calls, engine.Journal.Entries.Distinct().Count());
        Assert.Equal(threads * calls, engine.Journal.Entries.Count);
    }

    [Fact]
    public async Task Requests_run_in_the_order_of_their_arrival_though_an_activation_ends_between_them()
    {
        await using var engine = LocalEngines.Start();
        var grain = engine.Grains.GetGrain<IClock>(1);
        var held = grain.Hold("a");
        await engine.Gates.Arrival("a");
        var leave = grain.Leave();
        var waiting = Enumerable.Range(0, 20).Select(i => grain.Write($"{i}")).ToArray();
        engine.Gates.Open("a");
        await Task.WhenAll([held, leave, .. waiting]);
        Assert.Equal(Enumerable.Range(0, 20).Select(i => $"{i}"), engine.Journal.Entries);
    }
}
