using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Order;

internal sealed class OrderService : Service
{
    /// <summary>Concluded and failed orders.</summary>
    public static readonly ArchiveStream<OrderExport> Orders = new("orders", static () => EntityJson.Default.OrderExport)
    {
        IsSearched = true,
        LogType = "order",
        LogName = static order => (Keys.Text(order.Order.CustomerId, order.Order.Id), order.Tid),
    };

    public override string Name => "order";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<IOrderGrain, OrderState>
        {
            Name = "order",
            Number = 3,
            LockRank = 60,
            MakeFormat = static () => new(
                OrderJson.Default.OrderState,
                new RowPart<OrderState, OrderExport>(
                    PartNames.Open, static s => s.Open, static (s, open) => s.Open = open, EntityJson.Default.OrderExport)),
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Orders, EventJournal.Events];

    public override void Register(IServiceCollection services) => services
        .AddEventSource<IOrderGrain>(static id => id.Owner, EventKind.InvoiceIssued)
        .AddExport<IOrderGrain, OrderState, CustomerOrders>(
            "orders",
            ofCustomers: true,
            static (tx, orders) => orders.ExportOpen(tx),
            static async (lines, orders, _) =>
            {
                foreach (var order in orders.Orders)
                    await lines.Write(order, EntityJson.Default.OrderExport);
            })
        .AddExport<IOrderGrain, OrderState, CustomerOrders>(
            "order-counters",
            ofCustomers: true,
            static (tx, orders) => orders.ExportOpen(tx),
            static (lines, orders, customer) => lines.Write(
                orders.OrderCount > 0 ? new OrderCounterExport((int)customer, orders.OrderCount) : null, EntityJson.Default.OrderCounterExport));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(OrderState))]
internal sealed partial class OrderJson : JsonSerializerContext;
