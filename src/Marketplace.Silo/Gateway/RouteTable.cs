using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Gateway;

/// <summary>All routes of the gateway (contract §2), the same for every preset.</summary>
internal static class RouteTable
{
    private static readonly ImmutableArray<string> Get = ["GET"];
    private static readonly ImmutableArray<string> Post = ["POST"];
    private static readonly ImmutableArray<string> Patch = ["PATCH"];
    private static readonly ImmutableArray<string> PatchOrAlias = ["PATCH", "PUT", "POST"];
    private static readonly ImmutableArray<int> BadBody = [400, 413, 415];
    private static readonly ImmutableArray<int> BadBodyOrUnknown = [400, 404, 409, 413, 415];
    private static readonly ImmutableArray<int> BadIdOrUnknown = [400, 404];

    /// <summary>The routes.</summary>
    public static ImmutableArray<RouteEntry> All { get; } =
    [
        new(Operation.AddCustomer, Post, "/customer", 201, "Ingests a customer.") { Request = typeof(Customer), Failures = BadBody },
        new(Operation.AddSeller, Post, "/seller", 201, "Ingests a seller.") { Request = typeof(Seller), Failures = BadBody },
        new(Operation.AddProduct, Post, "/product", 200, "Ingests a product.") { Request = typeof(Product), Failures = BadBody },
        new(Operation.AddStock, Post, "/stock", 200, "Ingests a stock item.") { Request = typeof(StockItem), Failures = BadBody },

        new(Operation.AddItem, PatchOrAlias, "/cart/{customerId}/add", 200, "Adds an item to a cart; starts a session if none is open.")
        {
            Request = typeof(CartItem), Failures = [400, 409, 413, 415],
        },
        new(Operation.UpdateItem, Patch, "/cart/{customerId}/items/{sellerId}/{productId}", 200, "Replaces an item of a cart.")
        {
            Request = typeof(CartItem), Failures = BadBodyOrUnknown,
        },
        new(Operation.RemoveItem, ["DELETE"], "/cart/{customerId}/items/{sellerId}/{productId}", 200, "Removes an item of a cart.")
        {
            Failures = [400, 404, 409],
        },
        new(Operation.Checkout, Post, "/cart/{customerId}/checkout", 200, "Customer Checkout; answers when it is complete. "
            + "With the setting Results egress this and every other transaction answers 202 with its tid at once, and its mark comes from /receipts.")
        {
            Request = typeof(CustomerCheckout), Response = typeof(CheckoutAnswer), Failures = [400, 404, 409, 413, 415, 422],
            Needs = ["cart", "stock", "order", "payment", "shipment", "customer", "seller"],
        },
        new(Operation.Seal, PatchOrAlias, "/cart/{customerId}/seal", 200, "Gives a session up.")
        {
            Failures = [400, 409], Needs = ["cart", "customer"],
        },
        new(Operation.History, Get, "/cart/{customerId}/history/{tid}", 200, "The items of the last attempt with a tid.")
        {
            Response = typeof(ImmutableArray<CartItem>), Failures = [400],
        },

        new(Operation.UpdatePrice, Patch, "/product", 202, "Price Update.")
        {
            Request = typeof(PriceUpdate), Response = typeof(UpdateAnswer), Failures = BadBodyOrUnknown,
        },
        new(Operation.ReplaceProduct, ["PUT"], "/product", 202, "Product Delete: replaces a product by a new version.")
        {
            Request = typeof(Product), Response = typeof(UpdateAnswer), Failures = BadBodyOrUnknown, Needs = ["product", "stock"],
        },
        new(Operation.DeleteProduct, ["DELETE"], "/product/{sellerId}/{productId}", 202, "Deletes a product without a replacement.")
        {
            Response = typeof(UpdateAnswer), Failures = [400, 404, 409], Needs = ["product", "stock"],
        },
        new(Operation.Replenish, Patch, "/stock", 200, "Adds pieces to the stock of a product.")
        {
            Request = typeof(Replenishment), Response = typeof(StockItem), Failures = BadBodyOrUnknown,
        },
        new(Operation.Dashboard, Get, "/seller/dashboard/{sellerId}", 200, "Seller dashboard: aggregate and entries from one snapshot.")
        {
            Response = typeof(SellerDashboard), Failures = BadIdOrUnknown,
        },
        new(Operation.UpdateDelivery, Patch, "/shipment/{tid}", 202, "Update Delivery; also when nothing is open.")
        {
            Response = typeof(DeliveryAnswer), Failures = [400], Needs = ["shipment", "order", "customer", "seller"],
        },

        new(Operation.GetCart, Get, "/cart/{customerId}", 200, "A cart.") { Response = typeof(CartExport), Failures = BadIdOrUnknown },
        new(Operation.GetAbandoned, Get, "/cart/abandoned", 200, "The sessions of carts that were abandoned last, the newest first.")
        {
            Response = typeof(ImmutableArray<CartAbandoned>), Failures = [400],
        },
        new(Operation.GetProduct, Get, "/product/{sellerId}/{productId}", 200, "A product.")
        {
            Response = typeof(Product), Failures = BadIdOrUnknown,
        },
        new(Operation.GetStock, Get, "/stock/{sellerId}/{productId}", 200, "A stock item.")
        {
            Response = typeof(StockItem), Failures = BadIdOrUnknown,
        },
        new(Operation.GetCustomer, Get, "/customer/{customerId}", 200, "A customer.")
        {
            Response = typeof(Customer), Failures = BadIdOrUnknown,
        },
        new(Operation.GetSeller, Get, "/seller/{sellerId}", 200, "A seller.") { Response = typeof(Seller), Failures = BadIdOrUnknown },
        new(Operation.GetAlerts, Get, "/seller/{sellerId}/alerts", 200, "The latest low-stock warnings of a seller, the newest first.")
        {
            Response = typeof(ImmutableArray<LowStockWarning>), Failures = BadIdOrUnknown,
        },
        new(Operation.GetOrders, Get, "/order/{customerId}", 200, "The orders of a customer.")
        {
            Response = typeof(ImmutableArray<Order>), Failures = BadIdOrUnknown, Needs = ["order", "customer"],
        },
        new(Operation.GetOrder, Get, "/order/{customerId}/{orderId}", 200, "An order with its items and its history.")
        {
            Response = typeof(OrderExport), Failures = BadIdOrUnknown,
        },
        new(Operation.GetPayment, Get, "/payment/{customerId}/{orderId}", 200, "The payment of an order.")
        {
            Response = typeof(PaymentExport), Failures = BadIdOrUnknown,
        },
        new(Operation.GetShipment, Get, "/shipment/{customerId}/{orderId}", 200, "The shipment of an order with its packages.")
        {
            Response = typeof(ShipmentExport), Failures = BadIdOrUnknown,
        },

        Import(Operation.ImportCustomers, "customers", "customer", typeof(Customer)),
        Import(Operation.ImportSellers, "sellers", "seller", typeof(Seller)),
        Import(Operation.ImportProducts, "products", "product", typeof(Product)),
        Import(Operation.ImportStock, "stock", "stock", typeof(StockItem)),
        Import(Operation.ImportOrders, "orders", "order", typeof(OrderImport)) with { Needs = ["order", "payment", "shipment"] },

        new(Operation.GetReceipts, Get, "/receipts", 200, "The results of transactions, with the setting Results egress; waits until there are some.")
        {
            Response = typeof(ImmutableArray<TransactionMark>), Failures = [400, 404, 410],
        },
        new(Operation.GetReceiptStream, Get, "/receipts/stream", 200, "The results of transactions, as server-sent events.")
        {
            Events = true, Failures = [400, 404, 410],
        },
        new(Operation.Export, Get, "/audit/{name}", 200, "Exports the state of a service, or a part of it by customer id.")
        {
            Lines = true, Failures = BadIdOrUnknown, Needs = MarketplaceServices.Names,
        },
        new(Operation.Reset, Patch, "/reset", 200, "Waits for requests in flight, then puts everything back to what was ingested.")
        {
            Needs = MarketplaceServices.Names,
        },
        new(Operation.Cleanup, Patch, "/cleanup", 200, "Waits for requests in flight, then drops everything.")
        {
            Needs = MarketplaceServices.Names,
        },
    ];

    private static RouteEntry Import(Operation operation, string name, string service, Type line) =>
        new(operation, Post, "/import/" + name, 200, $"Ingests {name}, one a line.")
        {
            Service = service,
            Request = line,
            Response = typeof(ImportAnswer),
            Lines = true,
            Failures = [400, 415],
        };
}
