using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Product;

/// <summary>Products, and the logs of sellers' updates that causal replication across objects needs.</summary>
internal sealed class ProductService : Service
{
    /// <summary>Updates of products, keyed by seller.</summary>
    public static readonly ArchiveStream<ProductUpdateExport> Updates =
        new("product-updates", static () => EntityJson.Default.ProductUpdateExport) { IsOfCustomers = false, IsJournal = true };

    public override string Name => "product";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<IProductGrain, ProductState>
        {
            Name = "product",
            Number = 1,
            LockRank = 30,
            HasPairsAsKeys = true,
            MakeFormat = static () => new(
                ProductJson.Default.ProductState,
                new SinglePart<ProductState, ProductEntity>(
                    PartNames.Ingested, static s => s.Ingested, static (s, product) => s.Ingested = product, EntityJson.Default.Product)),
        },

        // A document as large as a seller has products that were updated.
        new GrainKind<IUpdateLogGrain, UpdateLogState>
        {
            Name = "updates",
            Number = 8,
            LockRank = 40,
            HasNegativeKeys = true,
            MakeFormat = static () => new(ProductJson.Default.UpdateLogState),
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Updates];

    public override void Register(IServiceCollection services) => services
        .AddSingleton<ProductUpdates>()
        .AddEventSource<IProductGrain>(static id => Keys.Pair(id.Owner, id.Number), EventKind.ProductDeleted)
        .AddExport<IProductGrain, ProductState, ProductExport?>(
            "products",
            ofCustomers: false,
            static (tx, product) => product.Export(tx),
            static (lines, product, _) => lines.Write(product, EntityJson.Default.ProductExport));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ProductState))]
[JsonSerializable(typeof(UpdateLogState))]
internal sealed partial class ProductJson : JsonSerializerContext;
