using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json.Input;
using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json;

/// <summary>
/// Reads what clients send, leniently (contract §1): names without regard to case and underscores, unknown members skipped, numbers
/// also as strings, missing members tolerated where a default is sensible. Every method throws <see cref="InvalidInputException"/>.
/// </summary>
public static class JsonInput
{
    /// <summary>Largest quantity of a line or a replenishment, in pieces.</summary>
    public const int MaxQuantity = 1_000_000;

    /// <summary>Reads an item of a cart.</summary>
    /// <param name="utf8">The body.</param>
    public static CartItem ReadCartItem(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, RequestBodies.CartItem);

    /// <summary>Reads an item of a cart; a price beyond the largest amount is taken for that.</summary>
    /// <param name="utf8">The body.</param>
    public static CartItem ReadCartItemCapped(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.CartItem, capsPrices: true);

    /// <summary>Reads a checkout.</summary>
    /// <param name="utf8">The body.</param>
    public static CustomerCheckout ReadCustomerCheckout(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.CustomerCheckout);

    /// <summary>Reads a price update.</summary>
    /// <param name="utf8">The body.</param>
    public static PriceUpdate ReadPriceUpdate(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.PriceUpdate);

    /// <summary>Reads a price update; a price beyond the largest amount is taken for that.</summary>
    /// <param name="utf8">The body.</param>
    public static PriceUpdate ReadPriceUpdateCapped(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.PriceUpdate, capsPrices: true);

    /// <summary>Reads a replenishment.</summary>
    /// <param name="utf8">The body.</param>
    public static Replenishment ReadReplenishment(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.Replenishment);

    /// <summary>Reads a product for ingestion.</summary>
    /// <param name="utf8">The body.</param>
    public static Product ReadProduct(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.Product);

    /// <summary>Reads a product for ingestion; a price beyond the largest amount is taken for that.</summary>
    /// <param name="utf8">The body.</param>
    public static Product ReadProductCapped(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, EntityBodies.Product, capsPrices: true);

    /// <summary>Reads a product that replaces another. Its version is the tid of the request, so it must be there.</summary>
    /// <param name="utf8">The body.</param>
    public static Product ReadReplacement(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.Replacement);

    /// <summary>Reads a product that replaces another. Its version must be there; a price beyond the largest amount is taken for that.</summary>
    /// <param name="utf8">The body.</param>
    public static Product ReadReplacementCapped(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, EntityBodies.Replacement, capsPrices: true);

    /// <summary>Reads a stock item for ingestion.</summary>
    /// <param name="utf8">The body.</param>
    public static StockItem ReadStockItem(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.StockItem);

    /// <summary>Reads a seller for ingestion.</summary>
    /// <param name="utf8">The body.</param>
    public static Seller ReadSeller(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.Seller);

    /// <summary>Reads a customer for ingestion.</summary>
    /// <param name="utf8">The body.</param>
    public static Customer ReadCustomer(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.Customer);

    /// <summary>Reads a pre-populated order.</summary>
    /// <param name="utf8">The body.</param>
    /// <param name="now">Stands for missing dates, UTC.</param>
    /// <returns>The order with payment and shipment, which all name the same customer and order.</returns>
    public static OrderImport ReadOrderImport(ReadOnlySpan<byte> utf8, DateTime now) =>
        InputReader.ReadObject(utf8, now, OrderBodies.OrderImport);
}
