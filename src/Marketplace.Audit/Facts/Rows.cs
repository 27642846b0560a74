using Marketplace.Contracts.Events;

namespace Marketplace.Audit.Facts;

/// <summary>One seller's order that an Update Delivery delivered.</summary>
/// <param name="Number">Number of the delivery's tid; 0 if it is of another run.</param>
/// <param name="Time">Its stamp, in ticks of UTC.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="Age">Age of the order.</param>
internal readonly record struct DeliveredRow(
    long Number,
    long Time,
    int SellerId,
    int CustomerId,
    int OrderId,
    ShipmentAge Age,
    int Packages);

/// <summary>Age of a shipment: the key by which Update Delivery chooses (spec §2).</summary>
/// <param name="RequestDate">Request date, in ticks of UTC.</param>
internal readonly record struct ShipmentAge(long RequestDate, int Partition, int ShipmentId) : IComparable<ShipmentAge>
{
    /// <summary>Younger than any shipment.</summary>
    public static ShipmentAge Youngest => new(long.MaxValue, int.MaxValue, int.MaxValue);

    /// <summary>Compares: what is older comes first.</summary>
    public int CompareTo(ShipmentAge other) => RequestDate != other.RequestDate ? RequestDate.CompareTo(other.RequestDate)
        : Partition != other.Partition ? Partition.CompareTo(other.Partition)
        : ShipmentId.CompareTo(other.ShipmentId);
}

/// <summary>A seller's order from when it can be delivered until it is.</summary>
/// <param name="Opened">Open at the latest from here on, in ticks of UTC.</param>
/// <param name="Closed">Open at least until here; <see cref="long.MaxValue"/> if it still is.</param>
/// <param name="OrderId">Order of the customer.</param>
internal readonly record struct OpenOrderRow(long Opened, long Closed, ShipmentAge Age, int SellerId, int CustomerId, int OrderId);

/// <summary>A reservation that nobody settled.</summary>
internal sealed record OpenReservationRow(ProductKey Product, string Tid, ReservationId Reservation, int Quantity);

/// <summary>An Update Delivery as the driver saw it.</summary>
/// <param name="Sent">When it was sent, ticks of the history.</param>
/// <param name="Completed">When its answer was complete, ticks of the history.</param>
internal readonly record struct DeliveryRow(long Number, long Sent, long Completed, OutcomeClass Outcome, int Sellers, int Packages);

/// <summary>A price update or a delete of a product, as the driver saw it.</summary>
/// <param name="Sequence">Place in the order of updates that the target answered; 0 if it did not say.</param>
/// <param name="Sent">When it was sent, ticks of the history.</param>
/// <param name="Completed">When its answer was complete, ticks of the history.</param>
/// <param name="IsDelete">True for a delete.</param>
/// <param name="Version">Number of the version that it names, or that the driver held to be current.</param>
internal readonly record struct UpdateRow(
    ProductKey Product,
    long Sequence,
    long Number,
    long Sent,
    long Completed,
    OutcomeClass Outcome,
    bool IsDelete,
    long Version,
    decimal Price);

/// <summary>A price that a checkout charged and the driver had not shown.</summary>
internal readonly record struct PriceUseRow(ProductKey Product, long Version, decimal Price, long Number)
{
    /// <summary>Compares by product.</summary>
    public static int Compare(PriceUseRow a, PriceUseRow b) => a.Product.CompareTo(b.Product);
}

/// <summary>An item that a checkout asked for and did not get.</summary>
/// <param name="Until">When the checkout was over, ticks of the history; <see cref="long.MaxValue"/> if it is not known.</param>
internal readonly record struct RefusedRow(ProductKey Product, long Version, int Quantity, long Until, long Number)
{
    /// <summary>Compares by product.</summary>
    public static int Compare(RefusedRow a, RefusedRow b) => a.Product.CompareTo(b.Product);
}

/// <summary>A use of a product's version: the acknowledged delete that ended it, or an order line that reserved it.</summary>
/// <param name="Tick">Delete: when it was acknowledged. Order line: when the checkout was sent.</param>
/// <param name="IsDelete">True for the delete.</param>
internal readonly record struct VersionUseRow(ProductKey Product, long Version, long Tick, long Number, bool IsDelete);

/// <summary>Key of a product.</summary>
internal readonly record struct ProductKey(int SellerId, int ProductId) : IComparable<ProductKey>
{
    public int CompareTo(ProductKey other) =>
        SellerId != other.SellerId ? SellerId.CompareTo(other.SellerId) : ProductId.CompareTo(other.ProductId);

    public override string ToString() => $"{SellerId}/{ProductId}";
}
