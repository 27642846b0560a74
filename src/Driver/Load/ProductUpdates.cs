using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Contracts.Entities;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>Price updates and product deletes, those of one product one at a time. One worker uses it.</summary>
internal sealed class ProductUpdates(MarketplaceTools tools)
{
    private const decimal Cheapest = 0.01m;
    private const int Draws = 100;

    private ProductMirror Mirror => tools.Market.Mirror;

    /// <summary>Moves the price of a product.</summary>
    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask UpdatePrice(long? arrival)
    {
        var product = await Begin();
        var current = Mirror.Current(product);
        var range = tools.Context.Scenario.Workload.PriceChange;
        var change = range[0] + (range[1] - range[0]) * tools.Random.NextDouble();
        var offer = current with { Price = Math.Clamp(Math.Round(current.Price * (1 + (decimal)change), 2), Cheapest, Amounts.Max) };
        var tid = tools.Context.NextTid();
        var reply = await tools.Transact(tools.Requests.PriceUpdate(product, offer, tid), OperationKind.PriceUpdate, tid);
        var head = Finish(OperationKind.PriceUpdate, tid, arrival, in reply, product, offer);
        var (seller, id) = tools.Market.Keys.Of(product);
        tools.History.PriceUpdate(in head, seller, id, offer.Version, offer.Price, reply.Sequence());
    }

    /// <summary>Replaces a product by a new version, at the same price.</summary>
    /// <param name="arrival">Its planned arrival in an open loop; null in a closed one.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask Delete(long? arrival)
    {
        var product = await Begin();
        var current = Mirror.Current(product);
        var tid = tools.Context.NextTid();
        var reply = await tools.Transact(tools.Requests.ProductDelete(product, current.Price, tid), OperationKind.ProductDelete, tid);
        var head = Finish(OperationKind.ProductDelete, tid, arrival, in reply, product, current with { Version = tid });
        var (seller, id) = tools.Market.Keys.Of(product);
        tools.History.ProductDelete(in head, seller, id, current.Version, current.Price, reply.Sequence());
    }

    /// <summary>
    /// Picks a product of which no update is in flight. A hot one may always be taken: after some draws the next free one in line will do.
    /// </summary>
    private async ValueTask<int> Begin()
    {
        var products = tools.Market.Data.Counts.Products;
        while (true)
        {
            var product = 0;
            for (var i = 0; i < Draws; i++)
            {
                product = tools.Market.Picker.Product(tools.Random);
                if (Mirror.TryBeginUpdate(product)) return product;
            }

            var next = product;
            for (var i = 1; i < products; i++)
            {
                next = tools.Market.Picker.Next(next);
                if (Mirror.TryBeginUpdate(next)) return next;
            }

            await Task.Yield();
        }
    }

    private OperationHead Finish(OperationKind kind, long tid, long? arrival, in Reply reply, int product, Offer offer)
    {
        var outcome = reply.Outcome;
        if (outcome == OutcomeClass.Committed) Mirror.Succeeded(product, offer);
        else if (outcome.IsUnknown()) Mirror.Unknown(product, offer);
        else if (outcome == OutcomeClass.Rejected) Mirror.Stale(product);
        else Mirror.Failed(product);
        var head = reply.Head(tid, arrival);
        tools.Recorder.Transaction(kind, in head);
        return head;
    }
}
