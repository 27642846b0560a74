using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Stock;
using Xunit;

namespace Marketplace.Grains.Tests.Stock;

public sealed class StockStateTests
{
    private readonly StockState _stock = new();

    [Fact]
    public void Nothing_can_be_reserved_before_ingestion_and_nothing_is_kept()
    {
        Assert.Equal(ItemStatus.Unavailable, Reserve(1, 1));
        Assert.True(_stock.IsEmpty);
        Assert.Null(_stock.Item());
    }

    [Fact]
    public void Reserve_then_confirm_takes_pieces_out_and_counts_them()
    {
        _stock.Put(Samples.Item(10));
        Assert.Equal(ItemStatus.InStock, Reserve(1, 4));
        Assert.Equal((10, 4, 1, 0), Figures());

        _stock.Confirm(new ReservationId(1, 1, 1), Samples.Noon);
        Assert.Equal((6, 0, 1, 4), Figures());
        Assert.Empty(_stock.Open);
    }

    [Fact]
    public void Cancel_gives_the_pieces_back()
    {
        _stock.Put(Samples.Item(10));
        Reserve(1, 4);
        _stock.Cancel(new ReservationId(1, 1, 1), Samples.Noon);
        Assert.Equal((10, 0, 1, 0), Figures());
    }

    [Fact]
    public void Repeats_change_nothing()
    {
        _stock.Put(Samples.Item(10));
        Assert.Equal(ItemStatus.InStock, Reserve(1, 4));
        Assert.Equal(ItemStatus.InStock, Reserve(1, 4));
        Assert.Equal((10, 4, 1, 0), Figures());
        _stock.Confirm(new ReservationId(1, 1, 1), Samples.Noon);
        _stock.Confirm(new ReservationId(1, 1, 1), Samples.Noon);
        _stock.Cancel(new ReservationId(1, 1, 1), Samples.Noon);
        Assert.Equal((6, 0, 1, 4), Figures());
    }

    [Fact]
    public void Reservations_never_exceed_what_is_there()
    {
        _stock.Put(Samples.Item(5));
        Assert.Equal(ItemStatus.InStock, Reserve(1, 3));
        Assert.Equal(ItemStatus.OutOfStock, Reserve(2, 3));
        Assert.Equal(ItemStatus.InStock, Reserve(3, 2));
        Assert.Equal((5, 5, 3, 0), Figures());
        Assert.Equal((0, 0), (_stock.ReservedMin, _stock.SlackMin));
    }

    [Fact]
    public void Another_version_is_unavailable_but_is_counted_as_asked_for()
    {
        _stock.Put(Samples.Item(5));
        Assert.Equal(ItemStatus.Unavailable, Reserve(1, 1, "7"));
        Assert.Equal((5, 0, 1, 0), Figures());
    }

    [Fact]
    public void A_replacement_keeps_the_quantities_and_ends_the_old_version()
    {
        _stock.Put(Samples.Item(5));
        Reserve(1, 2);
        _stock.OnProductDeleted(new ProductDeleted("t", 1, 1, "0", "t", 3m), Samples.Noon);
        Assert.Equal(ItemStatus.Unavailable, Reserve(2, 1, "0"));
        Assert.Equal(ItemStatus.InStock, Reserve(3, 1, "t"));
        _stock.Confirm(new ReservationId(1, 1, 1), Samples.Noon);
        Assert.Equal((3, 1, 3, 2), Figures());
    }

    [Fact]
    public void A_delete_without_replacement_makes_the_item_inactive()
    {
        _stock.Put(Samples.Item(5));
        _stock.OnProductDeleted(new ProductDeleted("t", 1, 1, "0", null, 3m), Samples.Noon);
        Assert.False(_stock.Item()!.Active);
        Assert.Equal(ItemStatus.Unavailable, Reserve(1, 1));
    }

    [Fact]
    public void Replenishing_does_not_overflow()
    {
        _stock.Put(Samples.Item(5));
        Assert.Equal(1, _stock.Replenish(10, Samples.Noon).Number);
        Assert.Equal(0, _stock.Replenish(int.MaxValue, Samples.Noon).Number);
        Assert.Equal((15, 10), (_stock.Available, _stock.Replenished));
    }

    [Fact]
    public void Reset_goes_back_to_what_was_ingested()
    {
        _stock.Put(Samples.Item(5));
        Reserve(1, 2);
        _stock.Replenish(7, Samples.Noon);
        _stock.OnProductDeleted(new ProductDeleted("t", 1, 1, "0", "t", 3m), Samples.Noon);
        _stock.Reset();
        Assert.Equal(Samples.Item(5), _stock.Item());
        Assert.Empty(_stock.Open);
    }

    private ItemStatus Reserve(int customer, int quantity, string version = "0") =>
        _stock.Reserve(new ReserveInventory("t", new ReservationId(customer, 1, 1), Samples.Noon, version, quantity), Samples.Noon).Status;

    private (int Available, int Reserved, int OrderCount, int Ytd) Figures() =>
        (_stock.Available, _stock.Reserved, _stock.OrderCount, _stock.Ytd);
}
