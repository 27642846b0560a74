namespace Marketplace.Contracts.Entities;

/// <summary>An order. Ids count from 1 for each customer; all times are UTC; see contract §4 for the arithmetic of the totals.</summary>
/// <param name="Id">Order id, from 1 for each customer.</param>
/// <param name="InvoiceNumber">{customerId}-{yyyyMMdd}-{orderId}.</param>
/// <param name="PurchaseDate">When the invoice was issued.</param>
/// <param name="PaymentDate">When the payment was confirmed or failed.</param>
/// <param name="DeliveredCarrierDate">When the first package was delivered.</param>
/// <param name="DeliveredCustomerDate">When the last package was delivered.</param>
/// <param name="EstimatedDeliveryDate">Latest shipping limit of the items.</param>
/// <param name="CountItems">Number of order items.</param>
/// <param name="CreatedAt">When the order was created.</param>
/// <param name="UpdatedAt">When its status last changed.</param>
/// <param name="TotalAmount">Σ of the items after incentives.</param>
/// <param name="TotalFreight">Σ of freight, once a line.</param>
/// <param name="TotalInvoice">Total amount + total freight: what the customer pays.</param>
/// <param name="TotalItems">Σ price × quantity.</param>
[GenerateSerializer, Immutable]
public sealed record Order(
    int Id,
    int CustomerId,
    string InvoiceNumber,
    OrderStatus Status,
    DateTime PurchaseDate,
    DateTime? PaymentDate,
    DateTime? DeliveredCarrierDate,
    DateTime? DeliveredCustomerDate,
    DateTime? EstimatedDeliveryDate,
    int CountItems,
    DateTime CreatedAt,
    DateTime UpdatedAt,
    decimal TotalAmount,
    decimal TotalFreight,
    decimal TotalIncentive,
    decimal TotalInvoice,
    decimal TotalItems);

/// <summary>One line of an order.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="OrderItemId">Line, 1…n.</param>
/// <param name="ProductId">Product of the seller.</param>
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

/// <summary>One change of status of an order.</summary>
/// <param name="Id">1…n within the order.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="CreatedAt">When, UTC.</param>
/// <param name="Status">The status entered.</param>
[GenerateSerializer, Immutable]
public sealed record OrderHistory(
    int Id,
    int OrderId,
    DateTime CreatedAt,
    OrderStatus Status);
