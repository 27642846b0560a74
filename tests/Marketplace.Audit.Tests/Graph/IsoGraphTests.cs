using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;
using Xunit;
using static Marketplace.Audit.Tests.Graph.Recorded;

namespace Marketplace.Audit.Tests.Graph;

public sealed class IsoGraphTests
{
    [Fact]
    public async Task A_silo_that_does_not_record_is_not_examined()
    {
        var result = await new World().Audit(Guarantee.AllServices);

        Assert.All(["iso.graph", "stock.isolated"], id => Assert.Equal(
            ("not examined", false, "Recording is off"),
            (result.Check(id).Level, result.Check(id).Claimed, result.Check(id).Reason)));
        Assert.True(result.Passed);
    }

    [Fact]
    public async Task Outcomes_alone_show_no_graph()
    {
        var result = await AuditOf(new TransactionExport("t-1", "checkout", 1, AttemptOutcome.Committed, null, null, null));

        Assert.Equal("Recording is outcomes, which shows no accesses", result.Check("iso.graph").Reason);
        Assert.Equal("nothing was recorded", (await AuditOf()).Check("stock.isolated").Reason);
    }

    [Fact]
    public async Task Serializable_is_not_strictly_so_if_what_was_answered_before_comes_after()
    {
        var world = new World();
        world.Dashboard(1);
        world.Dashboard(2);
        world.Dashboard(2);
        world.Recorded = [Transaction(1, "w x@1"), Transaction(2, "r y@1"), Transaction(3, "w y@1")];

        var result = await world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal("serializable", result.Check("iso.graph").Level);
        Assert.Contains(
            "the times of 3 are known. Not strictly serializable: ", result.Check("iso.graph").Note, StringComparison.Ordinal);
        Assert.Contains("→ checkout t-2 [wr seller/2@1]", result.Check("iso.graph").Note, StringComparison.Ordinal);
        Assert.Contains("→ checkout t-3 [rt: sent after the answer]", result.Check("iso.graph").Note, StringComparison.Ordinal);

        // A protocol claims that it does not happen.
        var claimed = await world.Audit(Guarantee.AllServices);
        AuditAssert.Violations(claimed, ("iso.graph", 2));
        Assert.Equal(("serializable", true, false), (claimed.Check("iso.graph").Level, claimed.Check("iso.graph").Claimed, claimed.Passed));
        AuditAssert.Witness(claimed, "iso.graph", "→ checkout t-2 [wr seller/2@1]", "→ checkout t-3 [rt: sent after the answer]");

        // The right way round it is.
        world.Recorded = [Transaction(1, "w x@1"), Transaction(2, "w y@1"), Transaction(3, "r y@1")];
        Assert.Equal("strictly serializable", (await world.Audit()).Check("iso.graph").Level);
    }

    [Fact]
    public async Task A_cart_may_hear_of_an_update_after_it_was_answered()
    {
        var world = new World();
        world.UpdatePrice(1, 1, 5m);
        world.Dashboard(2);
        var update = Transaction(1, "w product/1/1@1");
        world.Recorded = [update, Transaction(2, "r y@0", "r cart/1@0"), Transaction(1, "r product/1/1@1", "w cart/1@1") with { Kind = "cart" }];

        Assert.Equal("strictly serializable", (await world.Audit()).Check("iso.graph").Level);

        // The product itself may not.
        world.Recorded = [update, Transaction(2, "r y@0", "r product/1/1@0")];
        Assert.Equal("serializable", (await world.Audit()).Check("iso.graph").Level);
    }

    [Fact]
    public async Task What_ran_beside_each_other_may_come_in_either_order()
    {
        var world = new World();
        world.Dashboard(1);
        var first = world.Now;
        world.Dashboard(1);
        world.History[1] = world.History[1] with { Sent = first - (World.Duration / 2) };
        world.Recorded = [Transaction(1, "r x@1"), Transaction(2, "w x@1")];

        Assert.Equal("strictly serializable", (await world.Audit()).Check("iso.graph").Level);
    }

    [Fact]
    public async Task A_transaction_of_unknown_outcome_counts_if_another_saw_what_it_made()
    {
        var unknown = Transaction(1, "r y@0", "w x@1") with { Outcome = AttemptOutcome.Unknown };

        var unseen = await Claimed(unknown, Transaction(2, "r x@0", "w y@1"), Transaction(3, "w x@1", "w y@2"));
        var seen = await Claimed(unknown, Transaction(2, "r x@0", "w y@1"), Transaction(3, "w x@2", "w y@2"));
        var skewed = await Claimed(unknown, Transaction(2, "r x@1", "w y@1", "w z@1"), Transaction(3, "w x@2", "r z@0"));

        AuditAssert.Violations(unseen);
        Assert.Equal(2, unseen.Check("iso.graph").Examined);
        AuditAssert.Violations(seen, ("iso.graph", 2));
        Assert.Equal(3, seen.Check("iso.graph").Examined);
        AuditAssert.Violations(skewed, ("iso.graph", 2));
        Assert.Contains("Of 1 the silo does not know the outcome", seen.Check("iso.graph").Note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_an_aborted_one_made_under_a_protocol_that_compensates_is_part_of_the_graph()
    {
        var compensated = Transaction(1, "w x@1", "w x@3") with { Outcome = AttemptOutcome.Aborted, Cause = "failure" };

        var result = await new World { Recorded = [compensated, Transaction(2, "w x@2")] }.Audit(Guarantee.InTheEnd);

        AuditAssert.Violations(result, ("iso.graph", 2));
        Assert.True(result.Passed);
    }

    [Fact]
    public async Task A_version_with_another_content_than_it_was_made_with_is_a_violation()
    {
        var result = await AuditOf(Transaction(1, "w x@1"), Transaction(2, "r x@1") with { Changed = ["seller/1@1"] });
        AuditAssert.Violations(result, ("iso.graph", 1));
        AuditAssert.Witness(result, "iso.graph", "checkout t-2 read seller/1@1 with another content than it was made with");
    }

    [Fact]
    public async Task A_version_that_was_made_and_is_not_stored_is_lost()
    {
        var world = new World { Recorded = [Transaction(1, "w x@1", "w y@1"), Transaction(2, "r x@1", "w x@2", "r z@0")] };

        Assert.Contains("is stored is not shown", (await world.Audit()).Check("iso.graph").Note, StringComparison.Ordinal);

        world.Stored = [new("seller/1@2"), new("seller/2@1")];
        AuditAssert.Violations(await world.Audit(Guarantee.AllServices));

        world.Stored = [new("seller/1@1")];
        var result = await world.Audit(Guarantee.AllServices);
        AuditAssert.Violations(result, ("iso.graph", 2));
        AuditAssert.Witness(result, "iso.graph", "seller/1 is stored as @1, though checkout t-2 made @2 and took effect");
        AuditAssert.Witness(result, "iso.graph", "seller/2 is stored as @0, though checkout t-1 made @1 and took effect");
    }

    [Fact]
    public async Task A_version_that_is_stored_and_that_nobody_made_is_a_hole()
    {
        var world = new World
        {
            Recorded = [Transaction(1, "w x@1"), Transaction(2, "w x@2") with { Outcome = AttemptOutcome.Unknown }],
            Stored = [new("seller/1@2")],
        };

        // It may have been made by the one whose outcome is unknown.
        AuditAssert.Violations(await world.Audit(Guarantee.AllServices));

        world.Stored = [new("cart/7@1"), new("seller/1@3")];
        var check = (await world.Audit(Guarantee.AllServices)).Check("iso.graph");
        Assert.Equal(CheckVerdict.Missing, check.Verdict);
        Assert.StartsWith(
            "the recorded history has a hole: cart/7@1: no transaction is known that made this and took effect; it is stored as @1",
            check.Reason,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_goes_on_while_the_record_is_read_is_neither_lost_nor_a_hole()
    {
        var world = new World { Recorded = [Transaction(1, "w x@1")], Stored = [new("seller/1@1")] };
        var reads = 0;
        world.Exporting = name =>
        {
            if (name == "history")
                world.Recorded.Add(Transaction(2, "w x@2"));
            else if (name == "versions" && ++reads == 2)
                world.Stored = [new("seller/1@3"), new("cart/7@1")];
        };
        var check = (await world.Audit(Guarantee.AllServices)).Check("iso.graph");
        Assert.Equal((2, CheckVerdict.Clean), (reads, check.Verdict));
    }

    [Fact]
    public async Task Checkouts_that_reserve_in_opposite_orders_are_not_isolated()
    {
        var result = await Claimed(
            Transaction(1, "w stock/1/1@1", "w stock/2/1@2"),
            Transaction(2, "w stock/1/1@2", "w stock/2/1@1"));

        AuditAssert.Violations(result, ("iso.graph", 2), ("stock.isolated", 2));
        Assert.Equal(2, result.Check("stock.isolated").Examined);
        AuditAssert.Witness(result, "stock.isolated", "checkout t-1 event 1", "checkout t-2 event 1", "[ww stock/1/1@2]");
    }

    [Fact]
    public async Task Events_of_checkouts_may_alternate()
    {
        // Both reserve, then both confirm: no transaction is alone, but each event is.
        var result = await Claimed(
            Transaction(1, "w stock/1/1@1", "w stock/2/1@1", "w stock/1/1@3", "w stock/2/1@3"),
            Transaction(2, "w stock/1/1@2", "w stock/2/1@2", "w stock/1/1@4", "w stock/2/1@4"));

        AuditAssert.Violations(result, ("iso.graph", 2));
        Assert.Equal(("holds", 4L), (result.Check("stock.isolated").Level, result.Check("stock.isolated").Examined));
    }

    [Fact]
    public async Task What_was_acknowledged_and_is_recorded_without_what_it_can_not_do_without()
    {
        var world = new World();
        world.Add(1);
        world.Add(1);
        world.Checkout(1, World.Item(1, 1));
        world.UpdatePrice(1, 1, 5m);
        world.Delete(1, 2, 5m);
        world.Deliver();
        world.Dashboard(1);
        world.RecordCommitted();
        AuditAssert.Violations(await world.Audit(Guarantee.AllServices));

        foreach (var lost in new[] { "cart/1@2", "order/1@1", "product/1/1@1", "stock/1/2@1", "customer/1@2", "seller/1@2" })
        {
            world.RecordCommitted();
            world.Recorded = [.. world.Recorded!.Select(t => t with { Reads = t.Reads!.Value.Remove(lost), Writes = t.Writes!.Value.Remove(lost) })];
            var result = await world.Audit(Guarantee.AllServices);
            Assert.True(result.Check("iso.graph").Violations > 0, lost);
            Assert.Contains(result.Check("iso.graph").Witnesses, witness => witness.Contains("and is recorded without", StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task A_target_that_takes_no_tids_with_adds_records_none()
    {
        var world = new World();
        world.Add(1);
        world.Add(2);
        world.UpdatePrice(1, 1, 5m);
        world.RecordCommitted();
        world.Recorded!.RemoveRange(0, 2);
        world.Stored = null;
        AuditAssert.Violations(await world.Audit(Guarantee.AllServices));
        Assert.True((await world.Audit(Guarantee.AllServices)).Passed);

        // One that does records all.
        world.RecordCommitted();
        world.Recorded!.RemoveAt(1);
        var result = await world.Audit(Guarantee.AllServices);
        Assert.Contains("it lacks 1 committed transactions, the first is t-2", result.Check("iso.graph").Reason, StringComparison.Ordinal);
    }
}
