using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Product;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <content>Products and their stock.</content>
internal sealed partial class Entry
{
    /// <summary>Price Update.</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product or version.</returns>
    public Task<Answer<UpdateAnswer>> UpdatePrice(PriceUpdate update) => Update(
        update.SellerId,
        _declare.PriceUpdate(update.InstanceId, Keys.Pair(update.SellerId, update.ProductId)),
        (Grain: Product(update.SellerId, update.ProductId), Update: _options.LegacySessions ? update with { Version = null } : update),
        static (tx, a) => a.Grain.UpdatePrice(tx, a.Update));

    /// <summary>Product Delete with a replacement; the transaction id is the new version.</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product.</returns>
    public Task<Answer<UpdateAnswer>> ReplaceProduct(Product product) => Update(
        product.SellerId,
        _declare.ProductDelete(product.Version, Keys.Pair(product.SellerId, product.ProductId)),
        (Grain: Product(product.SellerId, product.ProductId), product),
        static (tx, a) => a.Grain.Replace(tx, a.product));

    /// <summary>Product Delete without a replacement.</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product.</returns>
    public Task<Answer<UpdateAnswer>> DeleteProduct(int sellerId, int productId, string tid) =>
        Update(
            sellerId,
            _declare.ProductDelete(tid, Keys.Pair(sellerId, productId)),
            Product(sellerId, productId),
            static (tx, product) => product.Delete(tx));

    /// <summary>Adds pieces to a stock item.</summary>
    /// <returns>The item afterwards; refused if there is none.</returns>
    public Task<Answer<StockItem>> Replenish(int sellerId, int productId, int quantity) => Run(
        "",
        TransactionKind.Maintenance,
        Stock(sellerId, productId),
        quantity,
        static (tx, a) => a.Grain.Replenish(tx, a.Argument));

    /// <summary>Reads a product.</summary>
    /// <returns>The product; refused if there is none.</returns>
    public Task<Answer<Product>> GetProduct(int sellerId, int productId) =>
        Run("", TransactionKind.Read, Product(sellerId, productId), static (tx, product) => product.Get(tx));

    /// <summary>Reads a stock item.</summary>
    /// <returns>The item; refused if there is none.</returns>
    public Task<Answer<StockItem>> GetStock(int sellerId, int productId) =>
        Run("", TransactionKind.Read, Stock(sellerId, productId), static (tx, stock) => stock.Get(tx));

    // Where checkouts are to see each update that was acknowledged before, its answer waits for that; a reset waits for it in turn.
    private Task<Answer<UpdateAnswer>> Update<TArgument>(
        int sellerId,
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<Answer<UpdateAnswer>>> body) =>
        _barrier is null ? Run(declaration, argument, body) : UpdateAndWait(_barrier, sellerId, declaration, argument, body);

    private async Task<Answer<UpdateAnswer>> UpdateAndWait<TArgument>(
        UpdateBarrier barrier,
        int sellerId,
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<Answer<UpdateAnswer>>> body)
    {
        barrier.TakePlace();
        try
        {
            await _gate.Enter();
            try
            {
                var answer = await _protocol.Run(declaration, argument, body);
                if (!answer.IsRefused)
                    await barrier.Wait(sellerId, answer.Value.SellerSequence);

                return answer;
            }
            finally
            {
                _gate.Exit();
            }
        }
        finally
        {
            barrier.ReturnPlace();
        }
    }

    private IProductGrain Product(int sellerId, int productId) => _grains.GetGrain<IProductGrain>(Keys.Pair(sellerId, productId));

    private IStockGrain Stock(int sellerId, int productId) => _grains.GetGrain<IStockGrain>(Keys.Pair(sellerId, productId));
}
