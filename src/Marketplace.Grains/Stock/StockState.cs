using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Stock;

/// <summary>The stock of one product, with its rules (contract §4, Stock).</summary>
[GenerateSerializer]
internal sealed partial class StockState : IEventState
{
    /// <summary>The item as ingested; null while nothing was.</summary>
    [Id(0), JsonIgnore]
    public StockItem? Ingested { get; internal set; }

    /// <summary>Pieces in stock, the reserved ones included.</summary>
    [Id(1), JsonInclude]
    public int Available { get; internal set; }

    /// <summary>Pieces reserved.</summary>
    [Id(2), JsonInclude]
    public int Reserved { get; internal set; }

    /// <summary>Reservations ever asked for.</summary>
    [Id(3), JsonInclude]
    public int OrderCount { get; internal set; }

    /// <summary>Pieces ever confirmed.</summary>
    [Id(4), JsonInclude]
    public int Ytd { get; internal set; }

    /// <summary>Version of the product that may be reserved.</summary>
    [Id(5), JsonInclude]
    public string Version { get; internal set; } = "";

    /// <summary>False once the product was deleted without a replacement.</summary>
    [Id(6), JsonInclude]
    public bool Active { get; internal set; }

    /// <summary>Pieces added since ingestion.</summary>
    [Id(7), JsonInclude]
    public int Replenished { get; internal set; }

    /// <summary>Reservations not yet settled. As many as checkouts of this item are in flight: few, so an array beats a map.</summary>
    [Id(8), JsonInclude]
    public ImmutableArray<OpenReservation> Open { get; internal set; } = [];

    /// <summary>Smallest reserved of all versions of this state: with <see cref="SlackMin"/> it proves S#3 without a history.</summary>
    [Id(9), JsonInclude]
    public int ReservedMin { get; internal set; }

    /// <summary>Smallest available − reserved of all versions of this state.</summary>
    [Id(10), JsonInclude]
    public int SlackMin { get; internal set; }

    /// <summary>Events ever processed, those without an effect on the quantities too.</summary>
    [Id(11), JsonInclude]
    public int Events { get; internal set; }

    /// <summary>What was asked for in the last weeks, as of the last event.</summary>
    [Id(12), JsonInclude]
    public DemandWindow Demand { get; internal set; }

    /// <summary>Low-stock warnings ever emitted.</summary>
    [Id(13), JsonInclude]
    public int Warnings { get; internal set; }

    [Id(14)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => Ingested is null;

    /// <summary>Whether an average week asks for more than is left, as of the last event.</summary>
    [JsonIgnore]
    public bool IsLow => Demand.Exceeds(Available - Reserved);

    /// <param name="item">The item; what it reserves belongs to nobody, so it must be 0 to make sense, but it is kept.</param>
    public void Put(StockItem item)
    {
        Ingested = item;
        Reset();
    }

    public void Reset()
    {
        Book = null;
        if (Ingested is not { } item)
            return;

        (Available, Reserved, OrderCount, Ytd) = (item.QtyAvailable, item.QtyReserved, item.OrderCount, item.Ytd);
        (Version, Active, Replenished, Open) = (item.Version, item.Active, 0, []);
        (ReservedMin, SlackMin) = (Reserved, Available - Reserved);
        (Events, Demand, Warnings) = (0, default, 0);
    }

    /// <summary>Reserves, if the version is the current one and enough pieces are free. A repeat changes nothing.</summary>
    /// <param name="request">E2.</param>
    /// <param name="now">When it is processed, UTC.</param>
    public StockStep Reserve(ReserveInventory request, DateTime now)
    {
        if (Ingested is null)
            return StockStep.None with { Status = ItemStatus.Unavailable };

        if (IndexOf(request.Reservation) >= 0)
            return StockStep.None;

        OrderCount++;
        var wasLow = IsLow;
        var status = TryReserve(request);
        Demand = Demand.Add(now, request.Quantity);
        var step = Step(now, request.Quantity) with { Status = status };
        return wasLow || !IsLow ? step : step with { Warning = Warn(request.Tid, now) };
    }

    /// <summary>Sells what was reserved. Unknown reservations (repeats) change nothing.</summary>
    /// <param name="now">When, UTC.</param>
    public StockStep Confirm(ReservationId reservation, DateTime now)
    {
        if (RemoveOpen(reservation) is not { } taken)
            return StockStep.None;

        Reserved -= taken.Quantity;
        Available -= taken.Quantity;
        Ytd += taken.Quantity;
        Watch();
        return Step(now, taken.Quantity);
    }

    /// <summary>Withdraws a reservation. Unknown ones (repeats) change nothing.</summary>
    /// <param name="now">When, UTC.</param>
    public StockStep Cancel(ReservationId reservation, DateTime now)
    {
        if (RemoveOpen(reservation) is not { } taken)
            return StockStep.None;

        Reserved -= taken.Quantity;
        Watch();
        return Step(now, taken.Quantity);
    }

    /// <summary>Ends the old version; the new one, if there is one, is active with the quantities kept.</summary>
    /// <param name="deleted">E1.</param>
    /// <param name="now">When, UTC.</param>
    public StockStep OnProductDeleted(ProductDeleted deleted, DateTime now)
    {
        Active = deleted.NewVersion is not null;
        Version = deleted.NewVersion ?? Version;
        return Ingested is null ? StockStep.None : Step(now, 0);
    }

    /// <param name="now">When, UTC.</param>
    /// <returns>What came of it; nothing if there is no item, or the count would overflow.</returns>
    public StockStep Replenish(int quantity, DateTime now)
    {
        if (Ingested is null || quantity > int.MaxValue - Available || quantity > int.MaxValue - Replenished)
            return StockStep.None;

        Available += quantity;
        Replenished += quantity;
        return Step(now, quantity);
    }

    /// <returns>Null if nothing was ingested.</returns>
    public StockItem? Item() => Ingested is null
        ? null
        : Ingested with
        {
            QtyAvailable = Available,
            QtyReserved = Reserved,
            OrderCount = OrderCount,
            Ytd = Ytd,
            Version = Version,
            Active = Active,
        };

    /// <summary>The item for the audit.</summary>
    /// <returns>Null if nothing was ingested.</returns>
    public StockExport? Export() => Item() is not { } item
        ? null
        : new StockExport(item, Ingested!, Replenished, ReservedMin, SlackMin, Open, Events, Demand.Sum, Demand.Weeks, Warnings);

    // Every event moves the window of demand on, so that the stock stops being low when the demand has fallen.
    private StockStep Step(DateTime now, int quantity)
    {
        Demand = Demand.At(now);
        return new StockStep(++Events, now, quantity, ItemStatus.InStock);
    }

    private LowStockWarning Warn(string tid, DateTime now)
    {
        Warnings++;
        var weekly = Math.Round((decimal)Demand.Sum / Demand.Weeks, 2);
        return new LowStockWarning(
            tid, Ingested!.SellerId, Ingested.ProductId, Events, Demand.Sum, Demand.Weeks, weekly, Available - Reserved, now);
    }

    private void Watch()
    {
        ReservedMin = Math.Min(ReservedMin, Reserved);
        SlackMin = Math.Min(SlackMin, Available - Reserved);
    }

    private int IndexOf(ReservationId reservation)
    {
        for (var i = 0; i < Open.Length; i++)
        {
            if (Open[i].Reservation == reservation)
                return i;
        }

        return -1;
    }

    private ItemStatus TryReserve(ReserveInventory request)
    {
        if (!Active || Version != request.Version)
            return ItemStatus.Unavailable;

        if (request.Quantity > Available - Reserved)
            return ItemStatus.OutOfStock;

        Open = Open.Add(new OpenReservation(request.Tid, request.Reservation, request.Quantity));
        Reserved += request.Quantity;
        Watch();
        return ItemStatus.InStock;
    }

    private OpenReservation? RemoveOpen(ReservationId reservation)
    {
        var index = IndexOf(reservation);
        if (index < 0)
            return null;

        var taken = Open[index];
        Open = Open.RemoveAt(index);
        return taken;
    }
}
