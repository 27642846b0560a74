using Marketplace.Engine.Tests.Grains;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Engine.Tests.Inline;

/// <summary>Activations that leave while calls run in their lanes.</summary>
public sealed class FenceTests
{
    [Fact]
    public async Task A_grain_that_leaves_lets_the_calls_in_its_lane_end_first()
    {
        await using var silo = await LaneSilo.Start();
        var caller = await silo.Active(1);
        var worker = await silo.Active(2);
        var first = await worker.Activation();
        var held = caller.HoldAt(worker, "gate");
        await silo.Gates.Arrival("gate");
        await worker.Leave();
        Assert.DoesNotContain(silo.Journal.Entries, entry => entry.StartsWith($"{first} leaves", StringComparison.Ordinal));
        silo.Gates.Open("gate");
        await held;
        await silo.Journal.WaitFor($"{first} leaves: ApplicationRequested");
        Assert.NotEqual(first, await worker.Activation());
    }

    [Fact]
    public async Task Who_calls_when_an_activation_has_said_that_it_takes_no_more_finds_the_next_one()
    {
        await using var silo = await LaneSilo.Start();
        var worker = await silo.Active(1);
        for (var i = 0; i < 100; i++)
        {
            var first = await worker.Activation();
            await worker.LeaveAtOnce();
            Assert.NotEqual(first, await worker.Activation());
        }
    }

    [Fact]
    public async Task A_reference_from_before_finds_the_lane_of_the_next_activation()
    {
        await using var silo = await LaneSilo.Start();
        var caller = await silo.Active(1);
        var worker = await silo.Active(2);
        var first = await worker.Activation();
        await worker.Leave();
        await silo.Journal.WaitFor($"{first} leaves: ApplicationRequested");
        await worker.Nothing();
        Assert.True(await LaneSilo.RunsInlineSoon(caller, worker));
    }

    [Fact]
    public async Task Workers_that_come_and_go_under_load_lose_no_update_and_run_one_turn_at_a_time()
    {
        const int workers = 8;
        const int threads = 6;
        const int calls = 1_500;
        await using var silo = await LaneSilo.Start();
        await Task.WhenAll(Enumerable.Range(0, threads).Select(thread => Task.Run(async () =>
        {
            for (var i = 0; i < calls; i++)
            {
                var worker = silo.Worker((i + thread) % workers);
                await Add(worker, i % 7);
                if (i % 97 == thread)
                    await worker.Leave();
            }
        })));
        for (var i = 0; i < workers; i++)
        {
            var number = await silo.Worker(i).Activation();
            await silo.Worker(i).Leave();
            await silo.Journal.WaitFor($"{number} leaves: ApplicationRequested");
        }

        Assert.Empty(silo.States.Violations);
        Assert.Equal(threads * Enumerable.Range(0, calls).Sum(static i => i % 7), silo.States.Sums.Values.Sum());
    }

    // Orleans hands a message on to the next activation twice and then refuses it, if those have left as well: it has not run.
    private static async Task Add(IWorker worker, int value)
    {
        while (true)
        {
            try
            {
                await worker.Add(value);
                return;
            }
            catch (OrleansMessageRejectionException)
            {
                TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            }
        }
    }
}
