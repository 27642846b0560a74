using System.Text.Json.Serialization;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Cart;

internal sealed class CartService : Service
{
    /// <summary>Attempts to check out.</summary>
    public static readonly ArchiveStream<AttemptExport> Attempts =
        new("attempts", static () => EntityJson.Default.AttemptExport) { IsSearched = true };

    /// <summary>Abandoned sessions.</summary>
    public static readonly ArchiveStream<CartAbandoned> Abandonments = new("abandonments", static () => EntityJson.Default.CartAbandoned);

    /// <summary>What checkouts read of replicas.</summary>
    public static readonly ArchiveStream<ReplicaReadExport> ReplicaReads =
        new("replica-reads", static () => EntityJson.Default.ReplicaReadExport) { IsJournal = true };

    /// <summary>What carts applied of streams.</summary>
    public static readonly ArchiveStream<ReplicaApplyExport> ReplicaApplies =
        new("replica-applies", static () => EntityJson.Default.ReplicaApplyExport) { IsJournal = true };

    public override string Name => "cart";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<ICartGrain, CartState>
        {
            Name = "cart",
            Number = 0,
            LockRank = 20,
            MakeFormat = static () => new(CartJson.Default.CartState),
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Attempts, Abandonments, ReplicaReads, ReplicaApplies];

    public override void Register(IServiceCollection services) => services
        .AddSingleton<CartWatch>()
        .AddScoped<CartReplicas>()
        .AddScoped<CartSchedule>()
        .AddSingleton<Abandonments>()
        .AddSingleton<AbandonedCarts>()
        .AddEventSource<ICartGrain>(static id => id.Owner, EventKind.ReserveStockFailed, EventKind.CartAbandoned)
        .AddSingleton<Export, CartClock>()
        .AddExport<ICartGrain, CartState, CartExport>(
            "carts",
            ofCustomers: true,
            static (tx, cart) => cart.Export(tx),
            static (lines, cart, _) => lines.Write(cart.Session > 0 ? cart : null, EntityJson.Default.CartExport));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(CartState))]
internal sealed partial class CartJson : JsonSerializerContext;

/// <summary>Exports the time of the silo, and how long a session may be left before it counts as abandoned.</summary>
internal sealed class CartClock(TimeProvider time, CartOptions options) : Export("clock")
{
    public override async Task Write(GrainReader grains, ExportWriter lines) => await lines.Write(
        new ClockExport(time.GetUtcNow().UtcDateTime, options.AbandonmentWindow.TotalSeconds), EntityJson.Default.ClockExport);
}
