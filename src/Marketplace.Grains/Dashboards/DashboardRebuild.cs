using Marketplace.Grains.Cluster;
using Marketplace.Grains.Seller;
using Marketplace.Protocols;
using Microsoft.Extensions.Hosting;
using Orleans;

namespace Marketplace.Grains.Dashboards;

/// <summary>
/// Fills the table, which a silo finds empty, from the states of the sellers: the last silo may have died between the write of a state and
/// that of its entries. It starts after storage, engine and protocol, and before the gateway, so nobody changes a seller meanwhile.
/// </summary>
internal sealed class DashboardRebuild(
    IGrainFactory grains, ITransactionProtocol protocol, Declarations declarations, GrainKeys keys, IDashboardTable table) : IHostedService
{
    private const int SellersAtOnce = 256;

    /// <inheritdoc/>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!table.IsKept)
        {
            return;
        }

        // Listed first: the storage may not be read for as long as all sellers take.
        var sellers = new List<long>();
        await foreach (var key in keys.List<SellerState>(cancellationToken))
        {
            sellers.Add(key);
        }

        foreach (var some in sellers.Chunk(SellersAtOnce))
        {
            cancellationToken.ThrowIfCancellationRequested();
            foreach (var seller in await Task.WhenAll(some.Select(Read)))
            {
                table.Show(Changes(seller));
            }

            await table.Written();
        }
    }

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private static List<DashboardChange> Changes(SellerOrders seller)
    {
        var changes = new List<DashboardChange>(seller.Open.Length + 1);
        if (seller.Seller.Known)
        {
            changes.Add(new DashboardChange(DashboardChangeKind.Known, seller.Seller.SellerId, 0, 0, []));
        }

        foreach (var order in seller.Open)
        {
            changes.Add(new DashboardChange(
                DashboardChangeKind.Issued, seller.Seller.SellerId, order.Details.CustomerId, order.Details.OrderId, order.Entries));
        }

        return changes;
    }

    private Task<SellerOrders> Read(long key)
    {
        var seller = grains.GetGrain<ISellerGrain>(key);
        return protocol.Unrecorded.Run(
            declarations.One("", TransactionKind.Read, seller), seller, static (tx, grain) => grain.Export(tx));
    }
}
