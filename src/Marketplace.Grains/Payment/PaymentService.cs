using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Services;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Payment;

internal sealed class PaymentService : Service
{
    public static readonly ArchiveStream<PaymentExport> Payments = new("payments", static () => EntityJson.Default.PaymentExport)
    {
        IsSearched = true,
        LogType = "payment",
        LogName = static payment => (Keys.Text(payment.CustomerId, payment.OrderId), payment.Tid),
    };

    /// <summary>Lines of the payment provider's ledger.</summary>
    public static readonly ArchiveStream<ChargeExport> Charges =
        new("charges", static () => EntityJson.Default.ChargeExport) { IsSearched = true };

    public override string Name => "payment";

    public override ImmutableArray<GrainKind> Grains { get; } =
    [
        new GrainKind<IPaymentGrain, PaymentState>
        {
            Name = "payment",
            Number = 4,
            LockRank = 70,
            MakeFormat = static () => new(PaymentJson.Default.PaymentState),
        },
    ];

    public override ImmutableArray<ArchiveStream> Archives => [Payments, Charges];

    public override void Register(IServiceCollection services) => services
        .AddSingleton<IPaymentProvider, SimulatedPaymentProvider>()
        .AddEventSource<IPaymentGrain>(static id => id.Owner, EventKind.PaymentConfirmed, EventKind.PaymentFailed);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(PaymentState))]
internal sealed partial class PaymentJson : JsonSerializerContext;
