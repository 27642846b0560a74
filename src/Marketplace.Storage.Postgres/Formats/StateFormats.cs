using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Storage.Postgres.Formats;

/// <summary>The formats of all states: what can grow, and what seldom changes, lies beside the document.</summary>
internal static class StateFormats
{
    private const string Open = "open";
    private const string Ingested = "ingested";

    public static readonly StateFormat<CartState> Cart = new("cart", StateJson.Default.CartState, derive: null);

    public static readonly StateFormat<ProductState> Product = new(
        "product",
        StateJson.Default.ProductState,
        derive: null,
        new SinglePart<ProductState, Contracts.Entities.Product>(
            Ingested, static s => s.Ingested, static (s, product) => s.Ingested = product, EntityJson.Default.Product));

    public static readonly StateFormat<StockState> Stock = new(
        "stock",
        StateJson.Default.StockState,
        derive: null,
        new SinglePart<StockState, Contracts.Entities.StockItem>(
            Ingested, static s => s.Ingested, static (s, item) => s.Ingested = item, EntityJson.Default.StockItem));

    public static readonly StateFormat<OrderState> Order = new(
        "order",
        StateJson.Default.OrderState,
        derive: null,
        new RowPart<OrderState, OrderExport>(Open, static s => s.Open, static (s, open) => s.Open = open, EntityJson.Default.OrderExport));

    public static readonly StateFormat<PaymentState> Payment = new("payment", StateJson.Default.PaymentState, derive: null);

    public static readonly StateFormat<ShipmentState> Shipment = new(
        "shipment",
        StateJson.Default.ShipmentState,
        static s => s.Derive(),
        new RowPart<ShipmentState, ShipmentExport>(
            Open, static s => s.Open, static (s, open) => s.Open = open, EntityJson.Default.ShipmentExport));

    public static readonly StateFormat<CustomerState> Customer = new(
        "customer",
        StateJson.Default.CustomerState,
        derive: null,
        new SinglePart<CustomerState, Contracts.Entities.Customer>(
            Ingested, static s => s.Ingested, static (s, customer) => s.Ingested = customer, EntityJson.Default.Customer));

    public static readonly StateFormat<SellerState> Seller = new(
        "seller",
        StateJson.Default.SellerState,
        derive: null,
        new SinglePart<SellerState, Contracts.Entities.Seller>(
            Ingested, static s => s.Ingested, static (s, seller) => s.Ingested = seller, EntityJson.Default.Seller),
        new RowPart<SellerState, EntryExport>(Open, static s => s.Open, static (s, open) => s.Open = open, EntityJson.Default.EntryExport),
        new RowPart<SellerState, Contracts.Events.LowStockWarning>(
            "warnings", static s => s.Warnings, static (s, warnings) => s.Warnings = warnings, EntityJson.Default.LowStockWarning));

    // A document as large as a seller has products that were updated.
    public static readonly StateFormat<UpdateLogState> UpdateLog = new("product", StateJson.Default.UpdateLogState, derive: null);

    private static readonly FrozenDictionary<string, string> ServicesOfStates = new Dictionary<string, string>
    {
        [StateName.Of<CartState>()] = Cart.Service,
        [StateName.Of<ProductState>()] = Product.Service,
        [StateName.Of<StockState>()] = Stock.Service,
        [StateName.Of<OrderState>()] = Order.Service,
        [StateName.Of<PaymentState>()] = Payment.Service,
        [StateName.Of<ShipmentState>()] = Shipment.Service,
        [StateName.Of<CustomerState>()] = Customer.Service,
        [StateName.Of<SellerState>()] = Seller.Service,
        [LogName] = UpdateLog.Service,
    }.ToFrozenDictionary();

    /// <summary>The kinds of items of all services.</summary>
    public static ImmutableArray<ItemKind> Items { get; } =
    [
        .. Cart.Items, .. Product.Items, .. Stock.Items, .. Order.Items, .. Payment.Items, .. Shipment.Items, .. Customer.Items, .. Seller.Items,
        .. UpdateLog.Items,
    ];

    private static string LogName => StateName.Of<UpdateLogState>();

    /// <summary>The keys that the grains of a state can have: beside those of products lie the logs of sellers' updates, below 0.</summary>
    /// <returns>The first one and the last one.</returns>
    public static (long First, long Last) KeysOf(string stateName) => stateName == LogName ? (long.MinValue, -1) : (0, long.MaxValue);

    /// <summary>The type of the grain of a service that has a key.</summary>
    public static string GrainTypeOf(string service, long key) => service == UpdateLog.Service && key < 0 ? "updatelog" : service;

    /// <summary>The service that has a state.</summary>
    public static string ServiceOf(string stateName) => ServicesOfStates[stateName];

    /// <summary>Registers them.</summary>
    public static void AddStateFormats(this IServiceCollection services)
    {
        services.AddSingleton<IStateFormat<CartState>>(Cart);
        services.AddSingleton<IStateFormat<ProductState>>(Product);
        services.AddSingleton<IStateFormat<StockState>>(Stock);
        services.AddSingleton<IStateFormat<OrderState>>(Order);
        services.AddSingleton<IStateFormat<PaymentState>>(Payment);
        services.AddSingleton<IStateFormat<ShipmentState>>(Shipment);
        services.AddSingleton<IStateFormat<CustomerState>>(Customer);
        services.AddSingleton<IStateFormat<SellerState>>(Seller);
        services.AddSingleton<IStateFormat<UpdateLogState>>(UpdateLog);
    }
}
