using Marketplace.Grains.Cart;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Shipment;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of single services.</summary>
internal sealed class ServiceSettings(SettingsReader read, ClusterSettings cluster)
{
    public CartOptions Cart { get; } = new(
        read.Integer("Cart:MaxItems", 1, 10_000, 100, "lines", "How many lines a cart may have."),
        read.Duration(
            "Cart:CheckoutLease", TimeSpan.FromSeconds(1), TimeSpan.FromHours(1), TimeSpan.FromMinutes(2),
            "How long a checkout may keep other requests out of its cart. After that it counts as lost."),
        read.Duration(
            "CartAbandonment:Window", TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(23), TimeSpan.FromMinutes(10),
            "A cart counts as abandoned this long after a failed checkout that no other checkout followed, and this long after its last "
            + "operation."));

    public PaymentProviderOptions PaymentProvider { get; } = new()
    {
        Latency = read.Duration(
            "PaymentProvider:Latency", TimeSpan.Zero, TimeSpan.FromSeconds(30), TimeSpan.Zero,
            "The time that the simulated payment provider takes for an answer."),
        DeclineRate = read.Share("PaymentProvider:DeclineRate", "The share of charges that the payment provider declines."),
        Outage = read.Share("PaymentProvider:Outage", "The share of calls that do not reach the payment provider."),
        Retries = read.Integer(
            "PaymentProvider:Retries", 0, 10, 3, "tries",
            "How many times a call that did not reach the provider is repeated. After that the payment has failed."),
        RetryDelay = read.Duration(
            "PaymentProvider:RetryDelay", TimeSpan.Zero, TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(10),
            "The pause before the first repeat. It doubles each time."),
        Seed = read.Seed(
            "PaymentProvider:Seed", 42,
            "The seed of declines and outages. With the same seed, a session and attempt have the same result in every run."),
        IsAlone = !cluster.HasOthers,
    };

    public ShipmentPartitions Shipment { get; } = new(read.Integer(
        "Shipment:Partitions", 1, 1024, 8, "partitions",
        "The number of partitions of Shipment. The orders of a customer are in one of them. An Update Delivery asks all of them."));
}
