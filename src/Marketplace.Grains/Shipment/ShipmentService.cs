using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Shipment;

internal sealed class ShipmentService : Service
{
    /// <summary>Concluded shipments.</summary>
    public static readonly ArchiveStream<ShipmentExport> Shipments = new("shipments", static () => EntityJson.Default.ShipmentExport)
    {
        IsSearched = true,
        LogType = "shipment",
        LogName = static shipment => (Keys.Text(shipment.Shipment.CustomerId, shipment.Shipment.OrderId), shipment.Tid),
    };

    /// <summary>What Update Deliveries chose, keyed by partition.</summary>
    public static readonly ArchiveStream<DeliveryExport> Deliveries =
        new("deliveries", static () => EntityJson.Default.DeliveryExport) { IsOfCustomers = false };

    public override string Name => "shipment";

    // First in the order of locks: what an Update Delivery touches beyond its partitions is known only once they are read.
    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<IShipmentGrain, ShipmentState>
        {
            Name = "shipment",
            Number = 5,
            LockRank = 10,
            MakeFormat = static () => new(
                ShipmentJson.Default.ShipmentState,
                new RowPart<ShipmentState, ShipmentExport>(
                    PartNames.Open, static s => s.Open, static (s, open) => s.Open = open, EntityJson.Default.ShipmentExport))
            {
                Derive = static s => s.Derive(),
            },
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Shipments, Deliveries];

    public override void Register(IServiceCollection services) => services
        .AddSingleton<UpdateDelivery>()
        .AddSingleton<EventSource, ShipmentEvents>()
        .AddExport<IShipmentGrain, ShipmentState, Shipments>(
            "shipments",
            ofCustomers: false,
            static (tx, shipments) => shipments.ExportOpen(tx),
            static async (lines, open, _) =>
            {
                foreach (var shipment in open.Items)
                {
                    if (lines.Filter.Takes(shipment.Shipment.CustomerId))
                        await lines.Write(shipment, EntityJson.Default.ShipmentExport);
                }
            });

    private sealed class ShipmentEvents(ShipmentPartitions partitions) : EventSource(EventKind.ShipmentNotification, EventKind.DeliveryNotification)
    {
        public override IEventProducer Of(IGrainFactory grains, EventId id) => grains.GetGrain<IShipmentGrain>(partitions.Of(id.Owner));
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ShipmentState))]
internal sealed partial class ShipmentJson : JsonSerializerContext;
