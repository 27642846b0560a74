using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class CleanWorldTests
{
    [Fact]
    public async Task A_world_in_which_all_is_right_passes_every_check()
    {
        var world = Worlds.Replicated();
        world.RecordCommitted();
        world.KeepLog();
        world.Events = [];
        foreach (var (kind, number) in new[] { (EventKind.InvoiceIssued, 1), (EventKind.PaymentConfirmed, 2) })
        {
            var id = new EventId(kind, 1, 1, 0, EventConsumer.Seller, 3);
            world.Events.Add(new EventExport("t-1", id, EventStage.Emitted, 0, World.Stamp(world.Now)));
            world.Events.Add(new EventExport("t-1", id, EventStage.Applied, number, World.Stamp(world.Now)));
        }

        var result = await world.Audit();

        AuditAssert.Violations(result);
        Assert.True(result.Passed);
        Assert.Equal(CheckNames.All, result.Checks.Select(check => check.Id));
        Assert.Equal("40 checks examined: clean.", result.Sentence);
        Assert.All(result.Checks, check => Assert.True(check.Examined > 0, $"{check.Id} examined nothing"));
        Assert.Equal("all-or-nothing", Check(result, "atom.checkout").Level);
        Assert.Equal("consistent", Check(result, "stock.reference").Level);
        Assert.Equal("consistent", Check(result, "dash.self").Level);
        Assert.Equal("holds", Check(result, "stock.bounds").Level);
        Assert.Equal("shared", Check(result, "placement").Level);
        Assert.Equal(
            "2 checkouts got no answer; the final state shows that 1 of them made an order.",
            Check(result, "atom.checkout").Note?[..78]);
        Assert.StartsWith("1 deliveries, 3 packages each, 0 empty.", Check(result, "delivery.rule").Note);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1_000)]
    public async Task The_result_does_not_depend_on_the_number_of_passes(int ordersAPass)
    {
        var world = Worlds.Long(rounds: 60);
        world.Shipments.Lose(shipment => shipment.Tid == "t-1");

        var result = await world.Audit(ordersAPass: ordersAPass);
        var once = await world.Audit();

        Assert.Equal(once.Checks.Select(Figures), result.Checks.Select(Figures));
        Assert.Equal(1, Check(result, "atom.checkout").Violations);
    }

    [Fact]
    public async Task What_a_pass_has_read_is_gone_when_the_next_one_begins()
    {
        var world = Worlds.Long(rounds: 60);
        var (read, kept, passes) = (new List<WeakReference>(), 0, 0);
        world.Showing = record => record is OrderCounterExport counter ? Copy(counter) : record;
        world.Exporting = name =>
        {
            if (name != "customers")
                return;
            GC.Collect();
            kept += read.Count(static record => record.IsAlive);
            passes++;
            read.Clear();
        };

        await world.Audit(ordersAPass: 10);

        Assert.True(passes > 3);
        Assert.Equal(0, kept);

        OrderCounterExport Copy(OrderCounterExport counter)
        {
            var copy = counter with { };
            read.Add(new WeakReference(copy));
            return copy;
        }
    }

    [Fact]
    public async Task A_long_run_with_a_backlog_is_clean()
    {
        var result = await Worlds.Long(rounds: 300).Audit(ordersAPass: 100);

        AuditAssert.Violations(result);
        Assert.DoesNotContain("not judged", Check(result, "delivery.rule").Note);
    }

    [Fact]
    public async Task A_target_without_exports_is_checked_by_what_the_driver_saw()
    {
        var world = Worlds.Busy();
        world.Dashboard(1, isConsistent: false);

        var result = await world.Audit(Guarantee.Required, withExports: false);

        AuditAssert.Violations(result, ("dash.self", 1));
        Assert.Equal(["dash.self", "driver.self"], result.Checks.Where(c => c.Level != "not examined").Select(c => c.Id));
        Assert.All(result.Checks.Where(c => c.Level == "not examined"), c => Assert.Equal((c.Id, 0, 0), Figures(c)));
        Assert.Contains(result.Notes, note => note.Contains("exports nothing"));
    }

    [Fact]
    public async Task What_an_earlier_run_left_on_the_silo_is_no_violation_but_is_told()
    {
        var world = new World();
        world.Checkout(1, World.Item(1, 1));
        world.Checkout(2, World.Item(1, 1), World.Item(2, 1));
        world.UpdatePrice(1, 1, 5m);
        world.Delete(2, 2, 6m);
        world.Deliver();
        world.Rename("earlier");
        world.History.Clear();
        world.Checkout(1, World.Item(3, 1));
        world.UpdatePrice(1, 1, 7m);
        world.Deliver();

        var result = await world.Audit();

        AuditAssert.Violations(result);
        Assert.Contains(result.Notes, note => note.StartsWith("5 records of other runs' transactions"));
    }

    private static (string Id, long Examined, long Violations) Figures(AuditCheck check) => (check.Id, check.Examined, check.Violations);

    private static AuditCheck Check(AuditResult result, string id) => result.Checks.Single(check => check.Id == id);
}
