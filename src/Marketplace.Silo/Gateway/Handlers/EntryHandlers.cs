using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Import;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>The services behind the routes: the gateway is thin over <see cref="Entry"/>.</summary>
internal sealed class EntryHandlers(
    Entry entry,
    CartHandlers cart,
    ProductHandlers product,
    OrderHandlers order,
    DataHandlers data,
    ImportHandler import,
    TimeProvider time) : IHandlers
{
    /// <inheritdoc/>
    public bool IsOpen => entry.IsOpen;

    /// <inheritdoc/>
    public RequestDelegate For(Operation operation) => operation switch
    {
        Operation.AddCustomer => data.Add(JsonInput.ReadCustomer, entry.AddCustomer, StatusCodes.Status201Created),
        Operation.AddSeller => data.Add(JsonInput.ReadSeller, entry.AddSeller, StatusCodes.Status201Created),
        Operation.AddProduct => data.Add(JsonInput.ReadProduct, entry.AddProduct, StatusCodes.Status200OK),
        Operation.AddStock => data.Add(JsonInput.ReadStockItem, entry.AddStock, StatusCodes.Status200OK),
        Operation.AddItem => cart.Add,
        Operation.UpdateItem => cart.Update,
        Operation.RemoveItem => cart.Remove,
        Operation.Checkout => cart.Checkout,
        Operation.Seal => cart.Seal,
        Operation.History => cart.History,
        Operation.GetCart => cart.Get,
        Operation.GetAbandoned => cart.GetAbandoned,
        Operation.UpdatePrice => product.UpdatePrice,
        Operation.ReplaceProduct => product.Replace,
        Operation.DeleteProduct => product.Delete,
        Operation.Replenish => product.Replenish,
        Operation.GetProduct => product.GetProduct,
        Operation.GetStock => product.GetStock,
        Operation.Dashboard => order.Dashboard,
        Operation.UpdateDelivery => order.UpdateDelivery,
        Operation.GetCustomer => order.GetCustomer,
        Operation.GetSeller => order.GetSeller,
        Operation.GetAlerts => order.GetAlerts,
        Operation.GetOrders => order.GetOrders,
        Operation.GetOrder => order.GetOrder,
        Operation.GetPayment => order.GetPayment,
        Operation.GetShipment => order.GetShipment,
        Operation.ImportCustomers => import.Of(JsonInput.ReadCustomer, Always<Contracts.Entities.Customer>(entry.AddCustomer), c => c.Id),
        Operation.ImportSellers => import.Of(JsonInput.ReadSeller, Always<Contracts.Entities.Seller>(entry.AddSeller), s => s.Id),
        Operation.ImportProducts => import.Of(
            JsonInput.ReadProduct, Always<Contracts.Entities.Product>(entry.AddProduct), p => Slot(p.SellerId, p.ProductId)),
        Operation.ImportStock => import.Of(
            JsonInput.ReadStockItem, Always<Contracts.Entities.StockItem>(entry.AddStock), s => Slot(s.SellerId, s.ProductId)),
        Operation.ImportOrders => import.Of(
            line => JsonInput.ReadOrderImport(line, time.GetUtcNow().UtcDateTime), entry.AddOrder, o => o.Order.CustomerId),
        Operation.GetReceipts or Operation.GetReceiptStream => ReceiptHandlers.None,
        Operation.Export => data.Export,
        Operation.Reset => data.Reset,
        Operation.Cleanup => data.Cleanup,
        _ => throw new InvalidOperationException($"{operation} has no handler."),
    };

    // Ingestion is an upsert: nothing is refused.
    private static Func<T, Task<Refusal?>> Always<T>(Func<T, Task> add) => async entity =>
    {
        await add(entity);
        return null;
    };

    // A seller's lines come one after the other and are grains of their own: they must not wait for each other. Most sellers have ten.
    private static int Slot(int sellerId, int productId) => unchecked(sellerId * 10 + productId);
}
