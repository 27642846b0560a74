using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>One line of an order.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="OrderItemId">Line, 1…n.</param>
/// <param name="ProductId">Product of the seller.</param>
/// <param name="ProductName">Product name.</param>
/// <param name="SellerId">Seller.</param>
/// <param name="UnitPrice">Price of one piece after reconciliation.</param>
/// <param name="ShippingLimitDate">Latest date of dispatch, UTC.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="Quantity">Pieces.</param>
/// <param name="TotalItems">Unit price × quantity.</param>
/// <param name="TotalAmount">Total items − voucher.</param>
/// <param name="Voucher">Incentive: the voucher, at most total items.</param>
[GenerateSerializer, Immutable]
public sealed record OrderItem(
    int OrderId,
    int OrderItemId,
    int ProductId,
    string ProductName,
    int SellerId,
    decimal UnitPrice,
    DateTime ShippingLimitDate,
    decimal FreightValue,
    int Quantity,
    decimal TotalItems,
    decimal TotalAmount,
    decimal Voucher);
