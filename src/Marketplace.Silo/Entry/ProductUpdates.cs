using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Product;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <summary>
/// Price Update and Product Delete. Where checkouts are to see each update that was acknowledged before (`causal-across-objects`), its answer
/// waits for that.
/// </summary>
internal sealed class ProductUpdates(
    EntryGrains grains,
    EntryTransactions transactions,
    EntryOptions options,
    ITransactionProtocol protocol,
    Declarations declarations,
    UpdateBarrier? barrier = null)
{
    public Task<Answer<UpdateAnswer>> UpdatePrice(PriceUpdate update) => Run(
        update.SellerId,
        declarations.PriceUpdate(update.InstanceId, Keys.Pair(update.SellerId, update.ProductId)),
        (Grain: grains.Product(update.SellerId, update.ProductId), Update: options.LegacySessions ? update with { Version = null } : update),
        static (tx, a) => a.Grain.UpdatePrice(tx, a.Update));

    public Task<Answer<UpdateAnswer>> Replace(Product product) => Run(
        product.SellerId,
        declarations.ProductDelete(product.Version, Keys.Pair(product.SellerId, product.ProductId)),
        (Grain: grains.Product(product.SellerId, product.ProductId), product),
        static (tx, a) => a.Grain.Replace(tx, a.product));

    public Task<Answer<UpdateAnswer>> Delete(int sellerId, int productId, string tid) => Run(
        sellerId,
        declarations.ProductDelete(tid, Keys.Pair(sellerId, productId)),
        grains.Product(sellerId, productId),
        static (tx, product) => product.Delete(tx));

    private Task<Answer<UpdateAnswer>> Run<TArgument>(
        int sellerId,
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<Answer<UpdateAnswer>>> body) =>
        barrier is null ? transactions.Run(declaration, argument, body) : RunAndWait(barrier, sellerId, declaration, argument, body);

    private async Task<Answer<UpdateAnswer>> RunAndWait<TArgument>(
        UpdateBarrier barrier,
        int sellerId,
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<Answer<UpdateAnswer>>> body)
    {
        barrier.TakePlace();
        try
        {
            // A reset waits for the wait, too.
            return await transactions.Inside(
                (protocol, barrier, sellerId, declaration, argument, body),
                static async a =>
                {
                    var answer = await a.protocol.Run(a.declaration, a.argument, a.body);
                    if (!answer.IsRefused)
                        await a.barrier.Wait(a.sellerId, answer.Value.SellerSequence);
                    return answer;
                });
        }
        finally
        {
            barrier.ReturnPlace();
        }
    }
}
