using System.Text.Json.Serialization;

namespace Marketplace.Contracts.Entities;

/// <summary>The answer of the dashboard: aggregate and entries from one snapshot.</summary>
/// <param name="SellerView">The aggregate.</param>
/// <param name="OrderEntries">The entries behind it.</param>
[GenerateSerializer, Immutable]
public sealed record SellerDashboard(
    [property: JsonPropertyName("sellerView")] OrderSellerView SellerView,
    [property: JsonPropertyName("orderEntries")] ImmutableArray<OrderEntry> OrderEntries);

/// <summary>The aggregate of a seller's ongoing order entries (paper section 3.3, seller dashboard).</summary>
/// <param name="CountOrders">Distinct orders, by customer and order id.</param>
/// <param name="CountItems">Entries.</param>
/// <param name="TotalIncentive">Σ incentive (= items − amount).</param>
[GenerateSerializer, Immutable]
public sealed record OrderSellerView(
    int SellerId,
    int CountOrders,
    int CountItems,
    decimal TotalAmount,
    decimal TotalFreight,
    decimal TotalIncentive,
    decimal TotalInvoice,
    decimal TotalItems);

/// <summary>An order item as its seller sees it.</summary>
/// <param name="Id">1…n at the seller.</param>
/// <param name="NaturalKey">"customerId|orderId": an order is identified by both.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="ProductId">Product of the seller.</param>
/// <param name="PackageId">Package, once shipped.</param>
/// <param name="ProductCategory">Category; empty where the seller does not know it.</param>
/// <param name="UnitPrice">Price of one piece.</param>
/// <param name="Quantity">Pieces.</param>
/// <param name="TotalItems">Unit price × quantity.</param>
/// <param name="TotalAmount">Total items − incentive.</param>
/// <param name="TotalIncentive">Incentive of the line.</param>
/// <param name="TotalInvoice">Total amount + freight.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="ShipmentDate">When shipped, UTC.</param>
/// <param name="DeliveryDate">When delivered, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record OrderEntry(
    int Id,
    string NaturalKey,
    int CustomerId,
    int OrderId,
    int ProductId,
    int SellerId,
    int? PackageId,
    string ProductName,
    string ProductCategory,
    decimal UnitPrice,
    int Quantity,
    decimal TotalItems,
    decimal TotalAmount,
    decimal TotalIncentive,
    decimal TotalInvoice,
    decimal FreightValue,
    DateTime? ShipmentDate,
    DateTime? DeliveryDate,
    OrderStatus OrderStatus,
    PackageStatus DeliveryStatus);

/// <summary>The customer side of a seller's entries: one a seller and order.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="OrderDate">When the invoice was issued, UTC.</param>
/// <param name="FirstName">Given name.</param>
/// <param name="LastName">Family name.</param>
/// <param name="Street">Street and number.</param>
/// <param name="Complement">Flat, floor; may be empty.</param>
/// <param name="ZipCode">Postal code.</param>
[GenerateSerializer, Immutable]
public sealed record OrderEntryDetails(
    int SellerId,
    int OrderId,
    int CustomerId,
    DateTime OrderDate,
    OrderStatus Status,
    string FirstName,
    string LastName,
    string Street,
    string Complement,
    string ZipCode,
    string City,
    string State,
    string CardBrand,
    int Installments);
