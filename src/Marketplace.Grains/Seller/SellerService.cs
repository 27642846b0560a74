using System.Globalization;
using System.Text.Json.Serialization;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Seller;

internal sealed class SellerService : Service
{
    /// <summary>Closed order entries, by customer like everything else that is archived of an order: an export is taken by customers.</summary>
    public static readonly ArchiveStream<EntryExport> Entries = new("entries", static () => EntityJson.Default.EntryExport)
    {
        LogType = "entry",
        LogName = static order => order is { ConclusionNotifications: > 0, Details: { } details }
            ? (string.Create(CultureInfo.InvariantCulture, $"{details.CustomerId}|{details.OrderId}|{details.SellerId}"), order.Tid)
            : null,
    };

    /// <summary>Low-stock warnings as they were received, keyed by seller.</summary>
    public static readonly ArchiveStream<LowStockWarning> Warnings =
        new("warnings", static () => EntityJson.Default.LowStockWarning) { IsOfCustomers = false };

    public override string Name => "seller";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<ISellerGrain, SellerState>
        {
            Name = "seller",
            Number = 7,
            LockRank = 90,
            MakeFormat = static () => new(
                SellerJson.Default.SellerState,
                new SinglePart<SellerState, SellerEntity>(
                    PartNames.Ingested, static s => s.Ingested, static (s, seller) => s.Ingested = seller, EntityJson.Default.Seller),
                new RowPart<SellerState, EntryExport>(
                    PartNames.Open, static s => s.Open, static (s, open) => s.Open = open, EntityJson.Default.EntryExport),
                new RowPart<SellerState, LowStockWarning>(
                    "warnings", static s => s.Warnings, static (s, warnings) => s.Warnings = warnings, EntityJson.Default.LowStockWarning)),
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Entries, Warnings];

    public override void Register(IServiceCollection services) => services
        .AddScoped<ShownEntries>()
        .AddExport<ISellerGrain, SellerState, SellerOrders>(
            "sellers",
            ofCustomers: false,
            static (tx, seller) => seller.Export(tx),
            static (lines, seller, _) => lines.Write(seller.Seller, EntityJson.Default.SellerExport))
        .AddExport<ISellerGrain, SellerState, SellerOrders>(
            "entries",
            ofCustomers: false,
            static (tx, seller) => seller.Export(tx),
            static async (lines, seller, _) =>
            {
                foreach (var order in seller.Open)
                {
                    if (lines.Filter.Takes(order.Details.CustomerId))
                        await lines.Write(order, EntityJson.Default.EntryExport);
                }
            });
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(SellerState))]
internal sealed partial class SellerJson : JsonSerializerContext;
