using Marketplace.Grains.Customer;
using Marketplace.Protocols;
using Marketplace.Protocols.Commit;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Participants ask the coordinator of a transaction, on whatever silo it is, what has become of it.</summary>
public sealed class CoordinatorsTests
{
    private const int Pieces = 2;

    [Fact]
    public async Task A_coordinator_on_another_silo_tells_what_runs_and_a_lost_one_has_aborted_everything()
    {
        await using var cluster = await SiloCluster.StartLocalhost(3, "Protocol=locking", "Protocol:Retries=0");
        var (asking, running) = (Coordinators(cluster[1]), Coordinators(cluster[2]));
        Assert.Distinct([Coordinators(cluster[0]).Own, asking.Own, running.Own]);
        var begun = new TaskCompletionSource<TransactionId>(TaskCreationOptions.RunContinuationsAsynchronously);
        var end = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var transaction = cluster[2].App.Services.GetRequiredService<ITransactionProtocol>().Run(
            new TransactionDeclaration("t", TransactionKind.Read, AccessSet.Undeclared),
            (begun, end),
            static async (tx, a) =>
            {
                a.begun.TrySetResult(tx.Id);
                await a.end.Task;
                return true;
            });

        var id = await begun.Task;
        Assert.Equal(running.Own, id.Coordinator);
        Assert.Equal(TransactionOutcome.Running, await asking.OutcomeOf(id));
        Assert.Equal(TransactionOutcome.Aborted, await asking.OutcomeOf(id with { Number = id.Number + 1 }));
        Assert.Equal(TransactionOutcome.Aborted, await asking.OutcomeOf(new TransactionId(12345, 1)));

        var grain = cluster[1].App.Services.GetRequiredService<IGrainFactory>().GetGrain<ICustomerGrain>(1);
        await asking.Join(id, grain);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => asking.Join(id, grain)); // It has joined and forgotten.
        end.SetResult();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => transaction); // The grain knows nothing of it.
        await cluster.Stop(2);
        await Wait.Until("the silo is gone", async () => await asking.OutcomeOf(id) == TransactionOutcome.Aborted, Wait.ForSilos);
        await Assert.ThrowsAsync<TransactionAbortedException>(() => asking.Join(id, grain));
    }

    [Theory]
    [InlineData("locking")]
    [InlineData("ordered-locking")]
    [InlineData("deterministic")]
    [InlineData("optimistic")]
    [InlineData("saga")]
    [InlineData("orleans-transactions")]
    public async Task Checkouts_of_the_same_products_at_two_silos_reserve_each_piece_once(string protocol)
    {
        await using var cluster = await SiloCluster.StartLocalhost(2, $"Protocol={protocol}", "Protocol:Retries=1000");
        await cluster[0].Ingest();
        var before = (int)(await cluster[0].Expect(200, HttpMethod.Get, "/stock/1/2"))!["qty_available"]!;
        await Task.WhenAll(Bodies.Customers.Select(async customer =>
        {
            await cluster[customer % 2].Add(customer, Bodies.Item(1, 2, Pieces));
            await cluster[1 - (customer % 2)].CheckOut(customer, $"{customer}");
        }));
        var after = await cluster[1].Expect(200, HttpMethod.Get, "/stock/1/2");
        Assert.Equal((before - (Pieces * Bodies.Customers.Count()), 0), ((int)after!["qty_available"]!, (int)after["qty_reserved"]!));
    }

    private static ICoordinators Coordinators(RunningSilo silo) => silo.App.Services.GetRequiredService<ICoordinators>();
}
