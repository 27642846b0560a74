using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>An order item as its seller sees it.</summary>
/// <param name="Id">1…n at the seller.</param>
/// <param name="NaturalKey">"customerId|orderId": an order is identified by both.</param>
/// <param name="CustomerId">Customer.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="ProductId">Product of the seller.</param>
/// <param name="SellerId">Seller.</param>
/// <param name="PackageId">Package, once shipped.</param>
/// <param name="ProductName">Product name.</param>
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
/// <param name="OrderStatus">Status of the order.</param>
/// <param name="DeliveryStatus">Status of the package.</param>
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
