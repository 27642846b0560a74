using Marketplace.Grains.Cart;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Shipment;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of single services.</summary>
internal sealed class ServiceSettings(SettingsReader read)
{
    public CartOptions Cart { get; } = new(
        read.Integer("Cart:MaxItems", 1, 10_000, 100, "lines", "Lines that a cart may have."),
        read.Duration(
            "Cart:CheckoutLease", TimeSpan.FromSeconds(1), TimeSpan.FromHours(1), TimeSpan.FromMinutes(2),
            "How long a checkout may keep others out of its cart before it counts as lost."),
        read.Duration(
            "CartAbandonment:Window", TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(23), TimeSpan.FromMinutes(10),
            "A cart counts as abandoned so long after a failed checkout that no other one followed, and so long after its last operation."));

    public PaymentProviderOptions PaymentProvider { get; } = new()
    {
        Latency = read.Duration(
            "PaymentProvider:Latency", TimeSpan.Zero, TimeSpan.FromSeconds(30), TimeSpan.Zero,
            "Time that the simulated payment provider takes for an answer."),
        DeclineRate = read.Share("PaymentProvider:DeclineRate", "Share of the charges that the provider declines."),
        Outage = read.Share("PaymentProvider:Outage", "Share of the calls that do not reach the provider."),
        Retries = read.Integer(
            "PaymentProvider:Retries", 0, 10, 3, "tries",
            "Further tries after a call that did not reach the provider; then the payment has failed."),
        RetryDelay = read.Duration(
            "PaymentProvider:RetryDelay", TimeSpan.Zero, TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(10),
            "Pause before a further try; doubled each time."),
        Seed = read.Seed(
            "PaymentProvider:Seed", 42,
            "Seed of declines and outages: the same seed, session and attempt meet the same fate in every run."),
    };

    public ShipmentPartitions Shipment { get; } = new(read.Integer(
        "Shipment:Partitions", 1, 1024, 8, "partitions",
        "Partitions of Shipment; a customer's orders are in one of them. An Update Delivery asks all of them."));
}
