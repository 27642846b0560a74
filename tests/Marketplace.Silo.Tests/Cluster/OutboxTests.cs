using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Order;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Events in outboxes of silos that are gone.</summary>
public sealed class OutboxTests(PostgresFixture postgres)
{
    [Fact(Timeout = 180_000)]
    public async Task What_a_silo_had_to_send_again_the_others_send_when_it_is_gone()
    {
        var database = await postgres.CreateDatabase();
        var loss = new LostPayments();
        await using var cluster = await SiloCluster.Start(
            [[], [], []],
            services => services.AddSingleton<IIncomingGrainCallFilter>(loss),
            [
                "Cluster:Provider=postgres", "Storage=postgres", $"Postgres={database}", "Delivery=exactly-once", "Delivery:Timeout=00:00:00.100",
                "Recording=full",
            ]);
        await cluster[0].Ingest();
        await Task.WhenAll(Bodies.Customers.Select(async customer =>
        {
            var silo = cluster[customer % cluster.Count];
            await silo.Add(customer, Bodies.Item(1 + (customer % 5), 1 + (customer / 5 % 4)));
            await silo.CheckOut(customer, $"{customer}", status: 504);
        }));
        Assert.Empty(await cluster[0].Export("shipments", EntityJson.Default.ShipmentExport));

        // A checkout whose sellers did not hear of it in time was not paid.
        var paid = (await cluster[0].Export("payments", EntityJson.Default.PaymentExport)).Count;
        Assert.InRange(paid, 1, Bodies.Customers.Count());

        // The watches of these two go with them, and no request comes to the grains that they had.
        await cluster.Stop(1);
        await cluster.Stop(0);
        loss.IsOver = true;
        await Wait.Until("all events are delivered", async () =>
            (await cluster[0].Export("shipments", EntityJson.Default.ShipmentExport)).Count == paid, Wait.ForSilos);

        // Each once: what is sent again to be sure keeps the number of the arrival that had the effect.
        var applied = (await cluster[0].Export("events", EntityJson.Default.EventExport))
            .Where(static found => found.Stage == EventStage.Applied).GroupBy(static found => found.Id);
        Assert.All(applied, static some => Assert.Single(some.Select(static found => found.Number).Distinct()));
    }

    [Fact(Timeout = 120_000)]
    public async Task A_silo_that_is_about_to_end_is_not_gone_yet()
    {
        var stop = new HeldStop();
        await using var cluster = await SiloCluster.StartLocalhost(
            2, services => services.AddSingleton<ILifecycleParticipant<ISiloLifecycle>>(stop));
        var members = cluster[0].App.Services.GetRequiredService<IMembers>();
        var list = cluster[0].App.Services.GetRequiredService<IClusterMembershipService>();
        var stopping = cluster.Stop(1);
        try
        {
            await Wait.Until(
                "the end of the other silo is known",
                () => list.CurrentSnapshot.Members.Values.Any(static member => member.Status == SiloStatus.ShuttingDown));

            // It still serves calls: who looked now after what it leaves would miss what it has yet to leave.
            Assert.Empty(members.Gone);
        }
        finally
        {
            stop.Release();
        }

        await stopping;
        await Wait.Until("the other silo is gone", () => members.Gone.Length == 1);
    }

    // The end of a silo, which other silos know of.
    private sealed class HeldStop : ILifecycleParticipant<ISiloLifecycle>
    {
        private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Release() => _released.TrySetResult();

        public void Participate(ISiloLifecycle lifecycle) => lifecycle.Subscribe(
            nameof(HeldStop), ServiceLifecycleStage.RuntimeGrainServices, static _ => Task.CompletedTask, _ => _released.Task);
    }

    // Of the payment no order hears.
    private sealed class LostPayments : IIncomingGrainCallFilter
    {
        private volatile bool _isOver;

        public bool IsOver
        {
            set => _isOver = value;
        }

        public Task Invoke(IIncomingGrainCallContext context) =>
            !_isOver && context.InterfaceMethod.DeclaringType == typeof(IOrderGrain) && context.MethodName == nameof(IOrderGrain.OnPaymentConfirmed)
                ? throw new TimeoutException("The call was lost.")
                : context.Invoke();
    }
}
