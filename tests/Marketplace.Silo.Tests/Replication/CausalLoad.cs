using System.Collections.Concurrent;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols;
using Marketplace.Silo.Tests.Entry;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Updates of two sellers beside checkouts of their products, and what has to hold of what the checkouts read.</summary>
internal sealed class CausalLoad(EntryWorld world)
{
    private const int Sellers = 2;

    // By the transaction of a checkout: what was acknowledged of each seller before it was sent.
    private readonly ConcurrentDictionary<string, long[]> _acknowledged = new();
    private readonly ConcurrentDictionary<(int Seller, int Product), string> _versions = new();
    private readonly long[] _heads = new long[Sellers + 1];
    private readonly TaskCompletionSource _allUpdated = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Runs it: customers buy, and each product has one client that updates it.</summary>
    /// <param name="rounds">Updates of a product, and checkouts of a customer.</param>
    public Task Run(int rounds) => Task.WhenAll(
        Enumerable.Range(1, 6).Select(customer => Buy(customer, rounds))
            .Concat(
                from seller in Enumerable.Range(1, Sellers)
                from product in Enumerable.Range(1, EntryWorld.ProductsPerSeller)
                select Update(seller, product, rounds)));

    /// <summary>Checks the exports: genuine values, one prefix a seller and checkout, that never falls and has what was acknowledged.</summary>
    /// <returns>How many reads of a product that had been updated were checked.</returns>
    public async Task<int> Check()
    {
        var updates = (await world.Export("product-updates", EntityJson.Default.ProductUpdateExport)).ToLookup(update => update.Seller);
        foreach (var seller in updates)
        {
            Assert.Equal(
                Enumerable.Range(1, seller.Count()).Select(place => (long)place), seller.Select(update => update.SellerSequence).Order());
        }

        var reads = await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport);
        Assert.NotEmpty(reads);
        var known = new Dictionary<(int Customer, int Seller), long>();
        foreach (var read in reads.OrderBy(read => read.Number))
        {
            foreach (var seller in read.Sellers)
            {
                Assert.True(seller.Sequence >= known.GetValueOrDefault((read.Customer, seller.Seller)), $"{read.Tid} knows less than before.");
                known[(read.Customer, seller.Seller)] = seller.Sequence;
                Assert.True(seller.Sequence >= _acknowledged[read.Tid][seller.Seller], $"{read.Tid} lacks what was acknowledged.");
                CheckPrefix(read, seller, updates[seller.Seller].Where(update => update.SellerSequence <= seller.Sequence));
            }
        }

        return reads.Sum(read => read.Products.Length);
    }

    private static void CheckPrefix(ReplicaReadExport read, ReplicaReadSeller seller, IEnumerable<ProductUpdateExport> prefix)
    {
        foreach (var product in read.Products.Where(product => product.Seller == seller.Seller))
        {
            var last = prefix.Where(update => update.Product == product.Product).MaxBy(update => update.SellerSequence)!;
            Assert.Equal(
                (last.Version, last.Price, last.Sequence, last.SellerSequence),
                (product.Version, product.Price, product.Sequence, product.SellerSequence));
        }
    }

    private async Task Buy(int customer, int rounds)
    {
        for (var round = 0; round < rounds; round++)
        {
            if (round == 1)
            {
                // From here on each checkout reads only products that have been updated, however fast which clients are.
                await _allUpdated.Task.WaitAsync(TestContext.Current.CancellationToken);
            }

            var tid = $"c{customer}-{round}";
            for (var seller = 1; seller <= Sellers; seller++)
            {
                for (var product = 1; product <= EntryWorld.ProductsPerSeller; product++)
                {
                    var line = Records.Line(seller, product, version: _versions.GetValueOrDefault((seller, product), "0"));
                    await Tried(async () => Assert.Null(await world.Entry.AddItem(customer, line)));
                }
            }

            _acknowledged[tid] = [.. Enumerable.Range(0, Sellers + 1).Select(seller => Volatile.Read(ref _heads[seller]))];
            await Tried(() => world.Entry.Checkout(Records.Checkout(customer, tid)));
            await Tried(() => world.Entry.Seal(customer));
        }
    }

    private async Task Update(int seller, int product, int rounds)
    {
        for (var round = 0; round < rounds; round++)
        {
            var tid = $"u{seller}-{product}-{round}";
            Answer<UpdateAnswer> answer = default;
            await Tried(async () => answer = round % 5 == 4
                ? await world.Entry.ReplaceProduct(Records.Product(seller, product, 20m, tid))
                : await world.Entry.UpdatePrice(new PriceUpdate(seller, product, 10m + round, tid, null)));
            _versions[(seller, product)] = answer.Value!.Version;
            InterlockedMax(ref _heads[seller], answer.Value.SellerSequence);
            if (_versions.Count == Sellers * EntryWorld.ProductsPerSeller)
                _allUpdated.TrySetResult();
        }
    }

    // What is aborted may be sent again.
    private static async Task Tried(Func<Task> operation)
    {
        while (true)
        {
            try
            {
                await operation();
                return;
            }
            catch (TransactionAbortedException)
            {
                TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            }
        }
    }

    private static void InterlockedMax(ref long place, long value)
    {
        for (var now = Volatile.Read(ref place); now < value;)
            now = Interlocked.CompareExchange(ref place, value, now) is var seen && seen == now ? value : seen;
    }
}
