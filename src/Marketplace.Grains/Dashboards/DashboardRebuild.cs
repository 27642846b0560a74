using Marketplace.Grains.Cluster;
using Marketplace.Grains.Seller;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Grains.Dashboards;

/// <summary>
/// Fills the table, which a silo finds empty, from the states of the sellers: the last silo may have died between the write of a state and
/// that of its entries. It starts after storage, engine and protocol, and before the gateway, so nobody changes a seller meanwhile. In a cluster
/// the sellers do that by themselves (<see cref="ShownEntries"/>).
/// </summary>
internal sealed class DashboardRebuild(
    IGrainFactory grains, ITransactionProtocol protocol, Declarations declarations, GrainKeys keys, IDashboardTable table) : IHostedService
{
    // Read by one statement, and written by one: each has the time for which PostgreSQL may be away.
    private const int SellersAtOnce = 64;
    private const int EntriesAtOnce = 128;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!table.IsKept || table.IsShared)
            return;

        // Listed first: the storage may not be read for as long as all sellers take.
        var sellers = await keys.List<SellerState>(cancellationToken).ToListAsync(cancellationToken);
        var waiting = 0;
        foreach (var some in sellers.Chunk(SellersAtOnce))
        {
            // While these are read, what is left of those before is written.
            foreach (var change in (await Task.WhenAll(some.Select(Read))).SelectMany(SellerChanges.Of))
            {
                cancellationToken.ThrowIfCancellationRequested();
                table.Show([change]);
                waiting += 1 + change.Entries.Length;
                if (waiting >= EntriesAtOnce)
                {
                    await table.Filled();
                    waiting = 0;
                }
            }
        }

        await table.Filled();
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private Task<SellerOrders> Read(long key)
    {
        var seller = grains.GetGrain<ISellerGrain>(key);
        return protocol.Unrecorded.Run(
            declarations.One("", TransactionKind.Read, seller), seller, static (tx, grain) => grain.Export(tx));
    }
}
