using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway.Handlers;

namespace Marketplace.Silo.Gateway;

/// <summary>All routes of the gateway (contract §2), the same for every preset; those that only read are in <see cref="ReadRoutes"/>.</summary>
internal static class RouteTable
{
    private static readonly ImmutableArray<string> Get = ["GET"];
    private static readonly ImmutableArray<string> Post = ["POST"];
    private static readonly ImmutableArray<string> Patch = ["PATCH"];
    private static readonly ImmutableArray<string> PatchOrAlias = ["PATCH", "PUT", "POST"];
    private static readonly ImmutableArray<int> BadBody = [400, 413, 415];
    private static readonly ImmutableArray<int> BadBodyOrUnknown = [400, 404, 409, 413, 415];
    private static readonly ImmutableArray<int> NoReceipts = [400, 404, 410];

    private static readonly QueryParameter After =
        new("after", "Number of the last receipt that was received; receipts up to it are dropped. 0 to begin.", "int64");

    public static ImmutableArray<RouteEntry> All { get; } =
    [
        new("AddCustomer", Post, "/customer", 201, "Ingests a customer.",
            static to => to.Data.Add(JsonInput.ReadCustomer, to.Entry.AddCustomer, StatusCodes.Status201Created))
        {
            Request = typeof(Customer), Failures = BadBody,
        },
        new("AddSeller", Post, "/seller", 201, "Ingests a seller.",
            static to => to.Data.Add(JsonInput.ReadSeller, to.Entry.AddSeller, StatusCodes.Status201Created))
        {
            Request = typeof(Seller), Failures = BadBody,
        },
        new("AddProduct", Post, "/product", 200, "Ingests a product.",
            static to => to.Data.Add(to.ReadProduct, to.Entry.AddProduct, StatusCodes.Status200OK))
        {
            Request = typeof(Product), Failures = BadBody,
        },
        new("AddStock", Post, "/stock", 200, "Ingests a stock item.",
            static to => to.Data.Add(JsonInput.ReadStockItem, to.Entry.AddStock, StatusCodes.Status200OK))
        {
            Request = typeof(StockItem), Failures = BadBody,
        },

        new("AddItem", PatchOrAlias, "/cart/{customerId}/add", 200, "Adds an item to a cart; starts a session if none is open.",
            static to => to.Cart.Add)
        {
            Request = typeof(CartItem), Failures = [400, 409, 413, 415],
        },
        new("UpdateItem", Patch, "/cart/{customerId}/items/{sellerId}/{productId}", 200, "Replaces an item of a cart.",
            static to => to.Cart.Update)
        {
            Request = typeof(CartItem), Failures = BadBodyOrUnknown,
        },
        new("RemoveItem", ["DELETE"], "/cart/{customerId}/items/{sellerId}/{productId}", 200, "Removes an item of a cart.",
            static to => to.Cart.Remove)
        {
            Failures = [400, 404, 409],
        },
        new("Checkout", Post, "/cart/{customerId}/checkout", 200, "Customer Checkout; answers when it is complete. "
            + "With the setting Results egress this and every other transaction answers 202 with its tid at once, and its receipt comes "
            + "from /receipts.",
            static to => to.Cart.Checkout)
        {
            Request = typeof(CustomerCheckout), Response = typeof(CheckoutAnswer), Failures = [400, 404, 409, 413, 415, 422],
            Needs = ["cart", "stock", "order", "payment", "shipment", "customer", "seller"],
            WithReceipt = static to => to.Checkout,
        },
        new("Seal", PatchOrAlias, "/cart/{customerId}/seal", 200, "Gives a session up.", static to => to.Cart.Seal)
        {
            Failures = [400, 409], Needs = ["cart", "customer"],
        },

        new("UpdatePrice", Patch, "/product", 202, "Price Update.", static to => to.Product.UpdatePrice)
        {
            Request = typeof(PriceUpdate), Response = typeof(UpdateAnswer), Failures = BadBodyOrUnknown,
            WithReceipt = static to => to.UpdatePrice,
        },
        new("ReplaceProduct", ["PUT"], "/product", 202, "Product Delete: replaces a product by a new version.", static to => to.Product.Replace)
        {
            Request = typeof(Product), Response = typeof(UpdateAnswer), Failures = BadBodyOrUnknown, Needs = ["product", "stock"],
            WithReceipt = static to => to.Replace,
        },
        new("DeleteProduct", ["DELETE"], "/product/{sellerId}/{productId}", 202, "Deletes a product without a replacement.",
            static to => to.Product.Delete)
        {
            Response = typeof(UpdateAnswer), Failures = [400, 404, 409], Needs = ["product", "stock"],
            WithReceipt = static to => to.Delete,
        },
        new("Replenish", Patch, "/stock", 200, "Adds pieces to the stock of a product.", static to => to.Product.Replenish)
        {
            Request = typeof(Replenishment), Response = typeof(StockItem), Failures = BadBodyOrUnknown,
        },
        new("Dashboard", Get, "/seller/dashboard/{sellerId}", 200, "Seller dashboard: aggregate and entries from one snapshot.",
            static to => to.Seller.Dashboard)
        {
            Response = typeof(SellerDashboard), Failures = [400, 404],
        },
        new("UpdateDelivery", Patch, "/shipment/{tid}", 202, "Update Delivery; also when nothing is open.", static to => to.Seller.UpdateDelivery)
        {
            Response = typeof(DeliveryAnswer), Failures = [400], Needs = ["shipment", "order", "customer", "seller"],
            WithReceipt = static to => to.UpdateDelivery,
        },

        .. ReadRoutes.All,

        Import("ImportCustomers", "customers", "customer", typeof(Customer),
            static to => to.Import.Of(JsonInput.ReadCustomer, to.Entry.AddCustomer, static c => (c.Id, 0))),
        Import("ImportSellers", "sellers", "seller", typeof(Seller),
            static to => to.Import.Of(JsonInput.ReadSeller, to.Entry.AddSeller, static s => (s.Id, 0))),
        Import("ImportProducts", "products", "product", typeof(Product),
            static to => to.Import.Of(to.ReadProduct, to.Entry.AddProduct, static p => (p.SellerId, p.ProductId))),
        Import("ImportStock", "stock", "stock", typeof(StockItem),
            static to => to.Import.Of(JsonInput.ReadStockItem, to.Entry.AddStock, static s => (s.SellerId, s.ProductId))),
        Import("ImportOrders", "orders", "order", typeof(OrderImport),
            static to => to.Import.Of(to.ReadOrderImport, to.Entry.AddOrders)) with { Needs = ["order", "payment", "shipment"] },

        new("GetReceipts", Get, "/receipts", 200, "The results of transactions, with the setting Results egress; waits until there are some.",
            static _ => ReceiptHandlers.None)
        {
            Response = typeof(ImmutableArray<Receipt>), Failures = NoReceipts,
            Query = [After, new("wait", "How long to wait for receipts, in seconds, from 0 to 60.", "double")],
            WithReceipt = static to => to.Receipts.Get,
        },
        new("GetReceiptStream", Get, "/receipts/stream", 200, "The results of transactions, as server-sent events.",
            static _ => ReceiptHandlers.None)
        {
            Events = true, Failures = NoReceipts, Query = [After], WithReceipt = static to => to.Receipts.Stream,
        },
        new("Export", Get, "/audit/{name}", 200, "Waits for requests in flight, then exports the state of a service, or a part of it by customer id.",
            static to => to.Data.Export)
        {
            Lines = true, Failures = [400, 404], Needs = MarketplaceServices.Names,
            Query = [new("partition", "Remainder of the customer id, from 0."), new("of", "Divisor of the customer id, from 1.")],
        },
        new("Reset", Patch, "/reset", 200, "Waits for requests in flight, then puts everything back to what was ingested.",
            static to => to.Data.Reset)
        {
            Needs = MarketplaceServices.Names,
        },
        new("Cleanup", Patch, "/cleanup", 200, "Waits for requests in flight, then drops everything.", static to => to.Data.Cleanup)
        {
            Needs = MarketplaceServices.Names,
        },
    ];

    private static RouteEntry Import(string name, string records, string service, Type line, Func<EntryHandlers, RequestDelegate> handler) =>
        new(name, Post, "/import/" + records, 200, $"Ingests {records}, one a line.", handler)
        {
            Service = service,
            Request = line,
            Response = typeof(ImportAnswer),
            Lines = true,
            Failures = [400, 415],
        };
}
