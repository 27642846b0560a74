using Marketplace.Grains;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>The one who gives the transactions of a cluster their order under `deterministic`.</summary>
public sealed class SequencerTests
{
    [Fact(Timeout = 120_000)]
    public async Task A_sequencer_that_is_lost_has_a_successor_which_knows_who_runs()
    {
        var sequencer = new LastCalled("Enter");
        await using var cluster = await SiloCluster.StartLocalhost(
            ["all", "all", "all"], sequencer.AddTo, "Protocol=deterministic", "Protocol:Timeout=00:01:00");
        await cluster[0].Ingest();
        var (begun, end, next) = (NewSource(), NewSource(), NewSource());

        // They declare the item and never come to it: only the order keeps them apart.
        var running = Run(cluster[1], begun, end.Task);
        await begun.Task;
        await sequencer.Leave();
        var before = await Waits(cluster);
        var waiting = Run(cluster[2], next, Task.CompletedTask);
        await Wait.Until("the next one waits", async () => await Waits(cluster) > before);
        Assert.False(next.Task.IsCompleted);
        end.SetResult();
        await running;
        await waiting;
    }

    private static TaskCompletionSource NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private static Task<bool> Run(RunningSilo silo, TaskCompletionSource begun, Task end)
    {
        var services = silo.App.Services;
        var stock = services.GetRequiredService<IGrainFactory>().GetGrain<IStockGrain>(Keys.Pair(1, 2));
        return services.GetRequiredService<ITransactionProtocol>().Run(
            new TransactionDeclaration("t", TransactionKind.Checkout, AccessSet.Of(new Access(stock, 0, Keys.Pair(1, 2), AccessMode.Write))),
            (begun, end),
            static async (_, a) =>
            {
                a.begun.TrySetResult();
                await a.end;
                return true;
            });
    }

    private static async Task<double> Waits(SiloCluster cluster)
    {
        var sum = 0.0;
        for (var i = 0; i < cluster.Count; i++)
        {
            var metrics = await cluster[i].Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
            sum += MetricText.Sum(metrics, "marketplace_protocol_waits_total");
        }

        return sum;
    }
}
