using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class LowStockTests
{
    private readonly World _world = new();

    // 40 of 100 are sold twice, so 80 asked for exceed 20 left (event 3); 100 more end that, until 30 are reserved (event 6); a payment
    // that failed ends it, and the next sale begins it again (event 8).
    public LowStockTests()
    {
        _world.Checkout(1, World.Item(1, 1, 40));
        _world.Checkout(1, World.Item(1, 1, 40), World.Item(2, 1));
        _world.Replenish(1, 1, 100);
        _world.Checkout(2, CheckoutOutcome.PaymentFailed, OutcomeClass.PaymentFailed, World.Item(1, 1, 30));
        _world.Checkout(2, World.Item(1, 1, 30));
        _world.Delete(1, 1, 7m);
    }

    [Fact]
    public async Task Warnings_as_they_are_due_are_right_and_a_stock_that_recovered_is_warned_of_again()
    {
        var result = await _world.Audit();

        Assert.Equal([3, 6, 8], _world.Warnings!.Select(warning => warning.Event));
        AuditAssert.Violations(result);
        Assert.Equal(("exact", "3 warnings."), (Check(result).Level, Check(result).Note));
    }

    [Fact]
    public async Task A_warning_that_never_came()
    {
        _world.Warnings!.RemoveAt(0);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("lowstock.exact", 1));
        AuditAssert.Witness(result, "lowstock.exact", "stock 1/1", "no warning at event 3", "80 pieces asked for in 1 weeks, 20 left");
        AuditAssert.Witness(result, "lowstock.exact", "Stock counts 3 warnings, the seller received 2");
    }

    [Fact]
    public async Task A_warning_that_came_twice_or_late_or_without_need()
    {
        _world.Warnings!.Double(warning => warning.Event == 3);
        _world.Warnings!.Edit(warning => warning.Event == 8, warning => warning with { Event = 9 });
        _world.Warnings!.Add(_world.Warnings[0] with { SellerId = 2, Event = 1, Demand = 3, Level = 99 });
        _world.Warnings!.Add(_world.Warnings[0] with { SellerId = 77 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("lowstock.exact", 3));
        AuditAssert.Witness(result, "lowstock.exact", "stock 1/1", "received 4", "no warning at event 8", "a warning that is not due at event 9");
        AuditAssert.Witness(result, "lowstock.exact", "stock 2/1", "a warning without need at event 1: 3 pieces asked for in 1 weeks, 99 left");
        AuditAssert.Witness(result, "lowstock.exact", "the seller of 77/1 was warned", "Stock does not know the item");
    }

    [Fact]
    public async Task Events_that_are_not_recorded_or_twice()
    {
        _world.StockEvents!.Lose(record => record is { SellerId: 1, Number: 2 });
        _world.StockEvents!.Double(record => record is { SellerId: 2, Number: 1 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("lowstock.exact", 2));
        AuditAssert.Witness(result, "lowstock.exact", "stock 1/1", "events 2 to 2 are not recorded", "by its events");
        AuditAssert.Witness(result, "lowstock.exact", "stock 2/1", "event 1 is recorded twice");
    }

    // Of 100 pieces 60 are asked for, and taken back later; who asks meanwhile makes the stock low (event 2), and so does event 5 once they are.
    [Theory]
    [InlineData(3, null)]
    [InlineData(5, "a warning that is not due at event 5")]
    [InlineData(0, "a warning that is not due at event 5")]
    public async Task An_event_that_was_taken_back_counts_until_then(int takenBackAfter, string? problem)
    {
        var world = new World();
        (int Asked, int TakenBackAfter)[] events = [(60, takenBackAfter), (50, 0), (10, 0), (30, 0), (20, 0)];
        foreach (var (asked, after) in events)
            world.AddStockEvent(new StockEventExport(5, 1, 0, "", StockEventKind.Requested, asked, ItemStatus.Unavailable, World.Stamp(0), after));
        world.AddStockEvent(new StockEventExport(5, 1, 0, "", StockEventKind.Requested, 10, ItemStatus.InStock, World.Stamp(0), TakenBackAfter: 6));
        foreach (var number in (int[])[2, 5])
            world.Warnings!.Add(new LowStockWarning("", 5, 1, number, 110, 1, 110, 100, World.Stamp(0)));
        world.EditStock(5, 1, s => s with { Demand = takenBackAfter == 0 ? 170 : 110, Weeks = 1, Warnings = 2 });

        var result = await world.Audit();

        AuditAssert.Violations(result, problem is null ? [] : [("lowstock.exact", 1)]);
        if (problem is not null)
            AuditAssert.Witness(result, "lowstock.exact", problem);
    }

    [Fact]
    public async Task The_number_of_an_event_that_was_taken_back_is_missed_if_that_is_not_recorded()
    {
        _world.AddStockEvent(new StockEventExport(2, 1, 0, "", StockEventKind.Replenished, 5, ItemStatus.InStock, World.Stamp(0), TakenBackAfter: 3));
        _world.AddStockEvent(new StockEventExport(2, 1, 0, "", StockEventKind.Deleted, 0, ItemStatus.InStock, World.Stamp(0)));
        AuditAssert.Violations(await _world.Audit());

        var taken = _world.StockOf(2, 1).Events - 1;
        _world.StockEvents!.Lose(record => record.SellerId == 2 && record.Number == taken);
        var result = await _world.Audit();
        AuditAssert.Violations(result, ("lowstock.exact", 1));
        AuditAssert.Witness(result, "lowstock.exact", $"events {taken} to {taken} are not recorded");
    }

    [Fact]
    public async Task A_demand_that_Stock_forgot()
    {
        _world.EditStock(2, 1, s => s with { Demand = 0 });
        var recorded = await _world.Audit();
        AuditAssert.Violations(recorded, ("lowstock.exact", 1));
        AuditAssert.Witness(recorded, "lowstock.exact", "stock 2/1", "by its events 1 pieces were asked for in 1 weeks, by Stock 0 in 1");

        _world.StockEvents = null;
        var result = await _world.Audit();
        AuditAssert.Violations(result, ("lowstock.exact", 1));
        AuditAssert.Witness(result, "lowstock.exact", "stock 2/1", "Stock heard of a demand of 0, carts asked for 1");
    }

    [Fact]
    public async Task Without_recorded_events_warnings_are_counted()
    {
        _world.StockEvents = null;
        Assert.Equal("counted", Check(await _world.Audit()).Level);

        _world.Warnings!.Clear();
        _world.EditStock(1, 1, s => s with { Warnings = 0 });
        var result = await _world.Audit();

        AuditAssert.Violations(result, ("lowstock.exact", 1));
        AuditAssert.Witness(result, "lowstock.exact", "stock 1/1", "pieces were asked for in 1 weeks", "nobody was warned");
    }

    [Fact]
    public async Task Weeks_are_counted_from_the_first_request_and_old_ones_forgotten()
    {
        var world = new World();
        var time = World.Stamp(0);
        int[] days = [0, 7, 15, 29];
        for (var i = 0; i < days.Length; i++)
            world.StockEvents!.Add(new StockEventExport(5, 1, i + 1, "", StockEventKind.Requested, 60, 0, time.AddDays(days[i])));
        world.EditStock(5, 1, s => s with { Events = 4, Demand = 180, Weeks = 4 });
        AuditAssert.Violations(await world.Audit());

        // One more in that week: 281 in four weeks are 70.25 a week, and 100 are left.
        world.StockEvents!.Add(new StockEventExport(5, 1, 5, "", StockEventKind.Requested, 221, 0, time.AddDays(30)));
        world.EditStock(5, 1, s => s with { Events = 5, Demand = 401 });
        var result = await world.Audit();
        AuditAssert.Violations(result, ("lowstock.exact", 1));
        AuditAssert.Witness(result, "lowstock.exact", "no warning at event 5: 401 pieces asked for in 4 weeks, 100 left");
    }

    [Fact]
    public async Task A_silo_that_shows_no_warnings_is_not_checked()
    {
        _world.Warnings = null;
        Assert.Equal("not examined", Check(await _world.Audit()).Level);
    }

    [Fact]
    public async Task Under_sagas_a_seller_may_be_warned_of_what_is_taken_back()
    {
        _world.Warnings!.RemoveAt(0);
        var result = await _world.Audit(Guarantee.InTheEnd);
        Assert.Equal((1, false, true), (Check(result).Violations, Check(result).Claimed, result.Passed));
    }

    private static AuditCheck Check(AuditResult result) => result.Checks.Single(check => check.Id == "lowstock.exact");
}
