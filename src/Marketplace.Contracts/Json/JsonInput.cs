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
    /// <param name="capsPrices">Whether a price beyond the largest amount is taken for that.</param>
    public static CartItem ReadCartItem(ReadOnlySpan<byte> utf8, bool capsPrices = false) =>
        InputReader.ReadObject(utf8, default, RequestBodies.CartItem, capsPrices);

    /// <summary>Reads a checkout.</summary>
    public static CustomerCheckout ReadCustomerCheckout(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.CustomerCheckout);

    /// <summary>Reads a price update.</summary>
    /// <param name="capsPrices">Whether a price beyond the largest amount is taken for that.</param>
    public static PriceUpdate ReadPriceUpdate(ReadOnlySpan<byte> utf8, bool capsPrices = false) =>
        InputReader.ReadObject(utf8, default, RequestBodies.PriceUpdate, capsPrices);

    /// <summary>Reads a replenishment.</summary>
    public static Replenishment ReadReplenishment(ReadOnlySpan<byte> utf8) =>
        InputReader.ReadObject(utf8, default, RequestBodies.Replenishment);

    /// <summary>Reads a product for ingestion.</summary>
    /// <param name="capsPrices">Whether a price beyond the largest amount is taken for that.</param>
    public static Product ReadProduct(ReadOnlySpan<byte> utf8, bool capsPrices = false) =>
        InputReader.ReadObject(utf8, default, EntityBodies.Product, capsPrices);

    /// <summary>Reads a product that replaces another. Its version is the tid of the request, so it must be there.</summary>
    /// <param name="capsPrices">Whether a price beyond the largest amount is taken for that.</param>
    public static Product ReadReplacement(ReadOnlySpan<byte> utf8, bool capsPrices = false) =>
        InputReader.ReadObject(utf8, default, EntityBodies.Replacement, capsPrices);

    /// <summary>Reads a stock item for ingestion.</summary>
    public static StockItem ReadStockItem(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.StockItem);

    /// <summary>Reads a seller for ingestion.</summary>
    public static Seller ReadSeller(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.Seller);

    /// <summary>Reads a customer for ingestion.</summary>
    public static Customer ReadCustomer(ReadOnlySpan<byte> utf8) => InputReader.ReadObject(utf8, default, EntityBodies.Customer);

    /// <summary>Reads a pre-populated order.</summary>
    /// <param name="now">Stands for missing dates, UTC.</param>
    /// <returns>The order with payment and shipment, which all name the same customer and order.</returns>
    public static OrderImport ReadOrderImport(ReadOnlySpan<byte> utf8, DateTime now) =>
        InputReader.ReadObject(utf8, now, OrderBodies.OrderImport);
}

/// <summary>What a client sent can't be read: the message names the member and what was expected, and never repeats the input.</summary>
/// <param name="message">The reason, in a sentence for people.</param>
public sealed class InvalidInputException(string message) : Exception(message);
