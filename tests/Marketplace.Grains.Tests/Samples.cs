using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Tests;

/// <summary>Small, valid records to start from.</summary>
internal static class Samples
{
    public static readonly DateTime Noon = new(2026, 3, 4, 12, 0, 0, DateTimeKind.Utc);

    public static CartItem Line(int seller, int product, int quantity = 1, decimal price = 10m, decimal voucher = 0, string version = "0") =>
        new(seller, product, "Lamp", price, FreightValue: 2.5m, quantity, voucher, version);

    public static CustomerCheckout Checkout(int customer, string tid) => new(
        customer, "Ada", "Byron", "1 Loop", "", "Turin", "TO", "10121", PaymentType.CreditCard, "4111", "ADA BYRON", "0930", "123", "VISA", 1, tid);

    public static StockItem Item(int available, string version = "0") => new(1, 1, available, 0, 0, 0, "", version);

    public static StockConfirmed Confirmed(int customer, params CartItem[] lines) => new(
        "t1", new ReservationId(customer, 1, 1), Noon, Checkout(customer, "t1"), [.. lines]);

    public static PaymentConfirmed Paid(int customer, int order, params OrderItem[] items) => new(
        $"t{order}", new ReservationId(customer, order, 1), Checkout(customer, $"t{order}"), order, 0, [.. items], Noon);

    public static OrderItem OrderItem(int line, int seller, int product = 1) =>
        new(1, line, product, "Lamp", seller, 10m, Noon, 2.5m, 1, 10m, 10m, 0m);

    public static ImmutableArray<OrderItem> Items(params int[] sellers) =>
        [.. sellers.Select((seller, i) => OrderItem(i + 1, seller, i + 1))];
}
