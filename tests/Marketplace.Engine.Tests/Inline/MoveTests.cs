using Marketplace.Conformance.Fixtures;
using Marketplace.Engine.Tests.Grains;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Engine.Tests.Inline;

/// <summary>Grains that move between two silos while both call them: inline where they are, by message where they are not.</summary>
public sealed class MoveTests
{
    private const int Workers = 4;
    private const int Calls = 600;

    [Fact]
    public async Task Workers_that_move_under_load_lose_no_update()
    {
        var states = new WorkerStates();
        var port = LoopbackPort.Free();
        await using var first = await LaneSilo.Start(new EngineSettings { SiloPort = port }, states);
        await using var second = await LaneSilo.Start(new EngineSettings { PrimaryPort = port }, states);
        LaneSilo[] silos = [first, second];
        var addresses = new[] { AddressOf(first), AddressOf(second) };
        await Task.WhenAll(Enumerable.Range(0, 4).Select(thread => Task.Run(async () =>
        {
            for (var i = 0; i < Calls; i++)
            {
                var worker = silos[thread % 2].Worker((i + thread) % Workers);
                await Sent(() => worker.Add(i % 7));
                if (i % 53 == thread)
                    await Sent(() => worker.MoveTo(addresses[i % 2]));
            }
        })));

        // The lane of a worker that has just moved has had no call yet.
        var before = silos.Sum(static silo => silo.Lanes.Metrics.InlineCalls.Value);
        var keys = Enumerable.Range(0, Workers).ToArray();
        foreach (var key in keys)
        {
            await Sent(() => first.Worker(key).Add(0));
            await Sent(() => second.Worker(key).Add(0));
        }

        var inline = silos.Sum(static silo => silo.Lanes.Metrics.InlineCalls.Value) - before;
        for (var key = 0; key < Workers; key++)
            await Leave(silos, addresses, key);
        Assert.Empty(states.Violations);
        Assert.Equal(4 * Enumerable.Range(0, Calls).Sum(static i => i % 7),
            states.Sums.Where(static sum => sum.Key < Workers).Sum(static sum => sum.Value));
        Assert.True(inline > 0, "No call ran inline.");
    }

    // Orleans turns a message away, before it begins, that has followed a grain twice; the silo sends such calls again, as is done here.
    private static async Task Sent(Func<Task> call)
    {
        for (var tries = 1; ; tries++)
        {
            try
            {
                await call();
                return;
            }
            catch (OrleansMessageRejectionException rejection) when (rejection.GetType() == typeof(OrleansMessageRejectionException) && tries < 100)
            {
                await Task.Yield();
            }
        }
    }

    private static SiloAddress AddressOf(LaneSilo silo) => silo.Services.GetRequiredService<ILocalSiloDetails>().SiloAddress;

    private static async Task Leave(LaneSilo[] silos, SiloAddress[] addresses, long key)
    {
        var worker = silos[0].Worker(key);
        var number = await worker.Activation();
        var where = await worker.Where();
        await worker.Leave();
        await silos[Array.IndexOf(addresses, where)].Journal.WaitFor($"{number} leaves: ApplicationRequested");
    }
}
