using System.Collections.Immutable;
using System.Net;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Order;
using Marketplace.Silo.Engines;
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

    // A silo that ends may be too slow to say so, so the list is the test's.
    [Fact]
    public async Task A_silo_that_is_about_to_end_is_not_gone_yet()
    {
        await using var silo = await RunningSilo.Start();
        var services = silo.App.Services;
        var other = SiloAddress.New(new IPEndPoint(IPAddress.Loopback, 1), 1);
        string[] GoneIf(SiloStatus status) =>
            [.. new OrleansSilos(services, services.GetRequiredService<ILocalSiloDetails>(), new ListOfOne(other, status)).Gone];

        // It still serves calls: who looked now after what it leaves would miss what it has yet to leave.
        Assert.Empty(GoneIf(SiloStatus.Active));
        Assert.Empty(GoneIf(SiloStatus.ShuttingDown));
        Assert.Empty(GoneIf(SiloStatus.Stopping));
        Assert.Equal([other.ToParsableString()], GoneIf(SiloStatus.Dead));
    }

    private sealed class ListOfOne(SiloAddress silo, SiloStatus status) : IClusterMembershipService
    {
        public ClusterMembershipSnapshot CurrentSnapshot { get; } = new(
            ImmutableDictionary<SiloAddress, ClusterMember>.Empty.Add(silo, new ClusterMember(silo, status, "other")), new MembershipVersion(1));

        public IAsyncEnumerable<ClusterMembershipSnapshot> MembershipUpdates => throw new NotSupportedException();

        public ValueTask Refresh(MembershipVersion minimumVersion, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<bool> TryKill(SiloAddress siloAddress) => throw new NotSupportedException();
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
