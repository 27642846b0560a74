using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Stock;

internal sealed class StockService : Service
{
    /// <summary>What was done to stock items, keyed by seller.</summary>
    public static readonly ArchiveStream<StockEventExport> Events =
        new("stock-events", static () => EntityJson.Default.StockEventExport) { IsOfCustomers = false, IsJournal = true };

    public override string Name => "stock";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<IStockGrain, StockState>
        {
            Name = "stock",
            Number = 2,
            LockRank = 50,
            HasPairsAsKeys = true,
            MakeFormat = static () => new(
                StockJson.Default.StockState,
                new SinglePart<StockState, StockItem>(
                    PartNames.Ingested, static s => s.Ingested, static (s, item) => s.Ingested = item, EntityJson.Default.StockItem)),
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Events];

    public override void Register(IServiceCollection services) => services
        .AddSingleton<IStoredActions, StoredStockEvents>()
        .AddEventSource<IStockGrain>(static id => Keys.Pair(id.Owner, id.Number), EventKind.LowStockWarning)
        .AddExport<IStockGrain, StockState, StockExport?>(
            "stock",
            ofCustomers: false,
            static (tx, stock) => stock.Export(tx),
            static (lines, stock, _) => lines.Write(stock, EntityJson.Default.StockExport));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(StockState))]
internal sealed partial class StockJson : JsonSerializerContext;
