using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Gateway.Import;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>The services behind the routes: the gateway is thin over <see cref="Entry"/>.</summary>
internal sealed class EntryHandlers(
    Entry entry,
    CartHandlers cart,
    ProductHandlers product,
    OrderHandlers order,
    DataHandlers data,
    ImportHandler import,
    GatewaySettings settings,
    TimeProvider time) : IHandlers
{
    private BodyParser<Product> ReadProduct => settings.LegacyStatus ? JsonInput.ReadProductCapped : JsonInput.ReadProduct;
    public bool IsOpen => entry.IsOpen;

    public RequestDelegate For(Operation operation) => operation switch
    {
        Operation.AddCustomer => data.Add(JsonInput.ReadCustomer, entry.AddCustomer, StatusCodes.Status201Created),
        Operation.AddSeller => data.Add(JsonInput.ReadSeller, entry.AddSeller, StatusCodes.Status201Created),
        Operation.AddProduct => data.Add(ReadProduct, entry.AddProduct, StatusCodes.Status200OK),
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
        Operation.ImportCustomers => import.Of(JsonInput.ReadCustomer, entry.AddCustomer, c => (c.Id, 0)),
        Operation.ImportSellers => import.Of(JsonInput.ReadSeller, entry.AddSeller, s => (s.Id, 0)),
        Operation.ImportProducts => import.Of(ReadProduct, entry.AddProduct, p => (p.SellerId, p.ProductId)),
        Operation.ImportStock => import.Of(JsonInput.ReadStockItem, entry.AddStock, s => (s.SellerId, s.ProductId)),
        Operation.ImportOrders => import.Of(line => JsonInput.ReadOrderImport(line, time.GetUtcNow().UtcDateTime), entry.AddOrders),
        Operation.GetReceipts or Operation.GetReceiptStream => ReceiptHandlers.None,
        Operation.Export => data.Export,
        Operation.Reset => data.Reset,
        Operation.Cleanup => data.Cleanup,
        _ => throw new InvalidOperationException($"{operation} has no handler."),
    };
}
