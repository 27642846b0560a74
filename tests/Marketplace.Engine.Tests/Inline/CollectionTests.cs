using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Engine.Tests.Inline;

/// <summary>Orleans collects idle activations, and sees no inline calls: those must count all the same.</summary>
public sealed class CollectionTests
{
    private static readonly EngineSettings Quick = new()
    {
        CollectionAge = TimeSpan.FromSeconds(1),
        CollectionQuantum = TimeSpan.FromSeconds(0.1),
    };

    [Fact]
    public async Task A_grain_with_inline_calls_stays_and_leaves_when_they_end()
    {
        await using var silo = await LaneSilo.Start(Quick);
        var caller = await silo.Active(1);
        var busy = await silo.Active(2);
        var number = await busy.Activation();
        var calling = caller.KeepCalling(busy, "stop");
        await silo.Gates.Arrival("stop");

        // Two others that are idle have lived and left one after the other: more than two ages.
        for (var key = 10; key < 12; key++)
            await silo.Journal.WaitFor($"{await silo.Worker(key).Activation()} leaves: ActivationIdle");
        Assert.Equal(number, await busy.Activation());
        silo.Gates.Open("stop");
        await calling;
        await silo.Journal.WaitFor($"{number} leaves: ActivationIdle");
    }

    [Fact]
    public async Task A_lane_goes_with_its_activation()
    {
        await using var silo = await LaneSilo.Start(Quick);
        for (var key = 0; key < 100; key++)
            await silo.Active(key);
        for (var number = 1; number <= 100; number++)
            await silo.Journal.WaitFor($"{number} leaves: ActivationIdle");
        Assert.Equal(0, silo.Lanes.Count);
    }

    [Fact]
    public async Task Lanes_of_grains_that_nobody_calls_are_forgotten()
    {
        await using var silo = await LaneSilo.Start();
        for (var key = 0; key < 1_000; key++)
            silo.Worker(key);
        Assert.Equal(1_000, silo.Lanes.Count);
        for (var round = 0; round < 4; round++)
            silo.Lanes.SweepRound();
        Assert.Equal(0, silo.Lanes.Count);

        // A reference that somebody has kept works on.
        await silo.Worker(1).Nothing();
        await silo.Worker(1).Nothing();
        Assert.True(silo.LaneOf(silo.Worker(1)).IsOpen);
    }

    [Fact]
    public async Task A_sweep_outlives_an_activation_that_ends_meanwhile()
    {
        await using var silo = await LaneSilo.Start();
        var worker = await silo.Active(1);
        await worker.Nothing();
        var asked = new List<GrainId>();

        // What Orleans throws for an activation that has ended. Sweeps run on a timer, where an exception ends the process.
        silo.Lanes.Keep = (context, _) =>
        {
            asked.Add(context.GrainId);
            throw new InvalidOperationException("Attempt to access an invalid activation.");
        };
        silo.Lanes.SweepRound();
        Assert.Contains(worker.GetGrainId(), asked);
    }
}
