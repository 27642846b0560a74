using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Stock;
using Xunit;

namespace Marketplace.Grains.Tests.Stock;

public sealed class LowStockTests
{
    private readonly StockState _stock = new();
    private int _customer;

    [Fact]
    public void A_warning_comes_once_when_an_average_week_asks_for_more_than_is_left()
    {
        _stock.Put(Samples.Item(10));
        Assert.Null(Reserve(5));
        var warning = Reserve(1);
        Assert.Equal(new LowStockWarning("t", 1, 1, 2, 6, 1, 6m, 4, Samples.Noon), warning);
        Assert.Null(Reserve(1));
        Assert.Equal((1, 3), (_stock.Warnings, _stock.Events));
    }

    [Fact]
    public void What_is_asked_for_counts_whatever_becomes_of_it()
    {
        _stock.Put(Samples.Item(10));
        Assert.Equal(ItemStatus.OutOfStock, Step(11).Status);
        Assert.Equal(1, _stock.Warnings);
        _stock.Put(Samples.Item(10));
        Assert.Equal(ItemStatus.Unavailable, Step(11, version: "old").Status);
        Assert.Equal(1, _stock.Warnings);
    }

    [Fact]
    public void It_arms_again_when_pieces_come_back_or_are_added()
    {
        _stock.Put(Samples.Item(10));
        Assert.NotNull(Reserve(6));
        _stock.Cancel(Last(), Samples.Noon);
        Assert.False(_stock.IsLow);
        Assert.NotNull(Reserve(3));
        _stock.Confirm(Last(), Samples.Noon);
        Assert.True(_stock.IsLow);
        _stock.Replenish(20, Samples.Noon);
        Assert.False(_stock.IsLow);
        Assert.NotNull(Reserve(15));
    }

    [Fact]
    public void It_arms_again_when_demand_has_fallen_by_the_next_event()
    {
        _stock.Put(Samples.Item(10));
        Assert.NotNull(Reserve(6));
        Assert.True(_stock.IsLow);

        // Two weeks have begun then: 3 a week, and 4 are left.
        _stock.OnProductDeleted(new ProductDeleted("t", 1, 1, "0", "1", 3m), Samples.Noon.AddDays(7));
        Assert.False(_stock.IsLow);
        Assert.NotNull(Step(3, Samples.Noon.AddDays(8), "1").Warning);
    }

    [Theory]
    [InlineData(0, 8, 1)]
    [InlineData(6.99, 8, 1)]
    [InlineData(7, 8, 2)]
    [InlineData(20.99, 8, 3)]
    [InlineData(21, 8, 4)]
    [InlineData(27.99, 8, 4)]
    [InlineData(28, 0, 4)]
    [InlineData(5000, 0, 4)]
    public void Four_weeks_count_at_most_and_empty_ones_as_nothing(double days, long sum, int weeks)
    {
        var window = default(DemandWindow).Add(Samples.Noon, 8).At(Samples.Noon.AddDays(days));
        Assert.Equal((sum, weeks), (window.Sum, window.Weeks));
        Assert.Equal(sum > 2 * weeks, window.Exceeds(2));
    }

    [Fact]
    public void Weeks_keep_what_was_asked_for_in_them()
    {
        var window = default(DemandWindow);
        foreach (var (day, quantity) in new[] { (0, 1), (8, 2), (15, 4), (22, 8), (23, 16) })
            window = window.Add(Samples.Noon.AddDays(day), quantity);

        Assert.Equal(31, window.Sum);
        Assert.Equal(30, window.At(Samples.Noon.AddDays(28)).Sum);
        Assert.Equal(28, window.At(Samples.Noon.AddDays(35)).Sum);
        Assert.Equal(24, window.At(Samples.Noon.AddDays(42)).Sum);

        // A clock that goes back.
        Assert.Equal((4, 32), (window.Add(Samples.Noon, 1).Weeks, window.Add(Samples.Noon, 1).Sum));
        Assert.Equal((0, 0L), (default(DemandWindow).At(Samples.Noon).Weeks, default(DemandWindow).Sum));
    }

    [Fact]
    public void A_reset_forgets_demand_and_warnings()
    {
        _stock.Put(Samples.Item(10));
        Reserve(6);
        _stock.Reset();
        Assert.Equal((0, 0, default), (_stock.Warnings, _stock.Events, _stock.Demand));
        Assert.Null(Reserve(5));
    }

    private ReservationId Last() => new(_customer, 1, 1);

    private LowStockWarning? Reserve(int quantity) => Step(quantity).Warning;

    private StockStep Step(int quantity, DateTime? time = null, string version = "0") => _stock.Reserve(
        new ReserveInventory("t", new ReservationId(++_customer, 1, 1), Samples.Noon, version, quantity), time ?? Samples.Noon);
}
