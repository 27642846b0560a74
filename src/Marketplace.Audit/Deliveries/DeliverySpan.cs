using System.Runtime.CompilerServices;

namespace Marketplace.Audit.Deliveries;

/// <summary>An Update Delivery with the time in which it happened for certain, on the silo's clock.</summary>
internal struct DeliverySpan
{
    /// <summary>Number of its tid.</summary>
    public long Number;

    /// <summary>It began no earlier, in ticks of UTC.</summary>
    public long From;

    /// <summary>It ended no later.</summary>
    public long Until;

    /// <summary>Orders chosen, at most ten.</summary>
    public int Count;

    public ChosenOrders Chosen;

    /// <summary>What Update Delivery chose of a seller.</summary>
    /// <param name="Age">Age of the order.</param>
    internal readonly record struct ChosenOrder(int SellerId, ShipmentAge Age);

    /// <summary>Ten orders, in place: a span goes to disk as it is.</summary>
    [InlineArray(DeliveryRule.SellersMax)]
    internal struct ChosenOrders
    {
        private ChosenOrder _first;
    }
}
