using Marketplace.Audit.Claims;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Tests.Graph;
using Xunit;

namespace Marketplace.Audit.Tests;

/// <summary>Clean is what was examined and has no violation; what should have been examined and was not fails the run.</summary>
public sealed class VerdictTests
{
    [Fact]
    public async Task What_the_settings_do_not_offer_is_listed_with_its_reason_and_fails_nothing()
    {
        var result = await Worlds.Busy().Audit();

        Assert.True(result.Passed);
        Assert.Equal((28, 28, 0, 0, 12, 0), Numbers(result));
        Assert.Equal(
            "28 checks examined: clean. 12 not examined (Recording is off: 10; the silo keeps no audit log: 1; "
            + "nothing of its kind happened in the run: 1).",
            result.Sentence);
        Assert.All(result.Checks, check => Assert.Equal(check.Reason is null, check.Verdict == CheckVerdict.Clean));
    }

    [Fact]
    public async Task Violations_of_what_is_not_claimed_are_named_and_never_called_clean()
    {
        var result = await Halved().Audit(Guarantee.Required);

        Assert.True(result.Passed);
        Assert.Equal(2, result.Verdict.ViolatedNotClaimed);
        Assert.Equal(result.Verdict.Examined, result.Verdict.Clean + 2);
        Assert.DoesNotContain("clean", result.Sentence, StringComparison.Ordinal);
        Assert.StartsWith(
            $"{result.Verdict.Examined} examined: 2 found violations of levels that are not claimed: atom.checkout (1), order.lines (1). ",
            result.Sentence,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Violations_of_claims_come_first()
    {
        var world = Halved();
        world.Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (1, 1), s => s with { SlackMin = -1 });

        var result = await world.Audit(Guarantee.Required);

        Assert.False(result.Passed);
        Assert.StartsWith(
            $"{result.Verdict.Examined} examined: 1 found violations of claimed levels: stock.bounds (1); 2 found violations of levels that are not "
            + "claimed: atom.checkout (1), order.lines (1). ",
            result.Sentence,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("history", "iso.graph,stock.isolated")]
    [InlineData("versions", "iso.graph,stock.isolated")]
    [InlineData("events", "event.once,event.order")]
    [InlineData("placement", "placement")]
    [InlineData("log", "log.complete")]
    [InlineData("clock", "abandon.exact")]
    [InlineData("warnings", "lowstock.exact")]
    [InlineData("replica-deliveries", "atom.price,repl.final")]
    [InlineData("replica-applies", "repl.genuine,repl.used,repl.object,repl.across,repl.ryw,repl.lag")]
    [InlineData("dashboard", "load.counts,order.lines,dash.final")]
    public async Task An_export_that_fails_is_missing_to_the_checks_that_need_it_and_to_no_others(string export, string checks)
    {
        var world = Worlds.Replicated();
        (world.Recorded, world.Events, world.AreProductsFollowed) = ([], [], export == "replica-deliveries");
        world.RecordCommitted();
        world.KeepLog();
        world.Exporting = name =>
        {
            if (name == export)
                throw new FactsMissingException($"GET audit/{name} answered 500");
        };

        var result = await world.Audit(Guarantee.Required);

        Assert.False(result.Passed);
        var missing = result.Checks.Where(check => check.Verdict == CheckVerdict.Missing).ToList();
        var lost = missing.Select(check => check.Id).ToHashSet();
        Assert.Equal(checks.Split(','), missing.Select(check => check.Id));
        Assert.All(missing, check => Assert.Equal(
            ($"GET audit/{export} answered 500", "not examined", false, 0L), (check.Reason, check.Level, check.Passed, check.Violations)));
        Assert.Contains($"{missing.Count} not examined that should have been: ", result.Sentence, StringComparison.Ordinal);
        Assert.Contains($"(GET audit/{export} answered 500).", result.Sentence, StringComparison.Ordinal);
        Assert.All(result.Checks.Where(check => !lost.Contains(check.Id)),
            check => Assert.Equal((check.Id, 0L, true), (check.Id, check.Violations, check.Passed)));
    }

    [Fact]
    public async Task A_state_that_can_not_be_read_leaves_what_does_not_need_it()
    {
        var world = Worlds.Replicated();
        world.RecordCommitted();
        world.Exporting = name =>
        {
            if (name == "orders")
                throw new FactsMissingException("GET audit/orders broke off");
        };

        var result = await world.Audit();

        Assert.False(result.Passed);
        Assert.Equal(
            ["dash.self", "placement", "iso.graph", "stock.isolated", "event.once", "event.order", "driver.self"],
            result.Checks.Where(check => check.Verdict != CheckVerdict.Missing).Select(check => check.Id));
        Assert.All(result.Checks, check => Assert.Equal(0, check.Violations));
    }

    [Fact]
    public async Task A_check_that_the_scenario_asks_for_by_name_must_be_examined()
    {
        var world = Worlds.Busy();
        world.RequiredChecks = ["iso.graph", "stock.bounds"];

        var result = await world.Audit();

        Assert.False(result.Passed);
        Assert.Equal((28, 28, 0, 0, 11, 1), Numbers(result));
        Assert.Equal(
            "28 checks examined: clean. 1 not examined that should have been: iso.graph (Recording is off). "
            + "11 not examined (Recording is off: 9; the silo keeps no audit log: 1; nothing of its kind happened in the run: 1).",
            result.Sentence);
    }

    [Fact]
    public async Task A_check_without_anything_to_examine_is_not_clean()
    {
        var world = new World();
        world.Checkout(1, World.Item(1, 1));

        var result = await world.Audit();
        world.RequiredChecks = ["atom.delete"];
        var required = await world.Audit();

        Assert.Equal(
            ("nothing of its kind happened in the run", CheckVerdict.NotExamined),
            (result.Check("atom.delete").Reason, result.Check("atom.delete").Verdict));
        Assert.True(result.Passed);
        Assert.Equal(CheckVerdict.Missing, required.Check("atom.delete").Verdict);
        Assert.False(required.Passed);
    }

    [Fact]
    public async Task A_silo_that_was_to_record_and_shows_nothing_fails_the_run()
    {
        var world = Worlds.Busy();
        world.IsRecordingAsked = true;

        var result = await world.Audit();

        Assert.False(result.Passed);
        Assert.Equal(10, result.Verdict.Missing);
        Assert.Equal("the settings ask for Recording full, but Recording is off", result.Check("event.once").Reason);
    }

    [Fact]
    public async Task A_silo_that_was_launched_has_exports_a_foreign_one_may_have_none()
    {
        var world = Worlds.Busy();
        var foreign = await world.Audit(Guarantee.Required, withExports: false);
        world.AreExportsAsked = true;
        var launched = await world.Audit(withExports: false);

        Assert.Equal("2 checks examined: clean. 38 not examined (the target exports nothing for an audit).", foreign.Sentence);
        Assert.True(foreign.Passed);
        Assert.False(launched.Passed);
        Assert.Equal(38, launched.Verdict.Missing);
    }

    [Theory]
    [InlineData(Guarantee.EachService)]
    [InlineData(Guarantee.AllServices)]
    public async Task A_record_that_lacks_a_committed_transaction_has_a_hole_and_fails_the_run(object guarantee)
    {
        var world = Worlds.Busy();
        world.RecordCommitted();
        world.Recorded!.RemoveAll(record => record.Tid == "t-10");

        var result = await world.Audit((Guarantee)guarantee);

        Assert.False(result.Passed);
        Assert.Equal(CheckVerdict.Missing, result.Check("iso.graph").Verdict);
        Assert.Equal("the recorded history has a hole: it lacks 1 committed transactions, the first is t-10", result.Check("iso.graph").Reason);
        Assert.Equal(CheckVerdict.Missing, result.Check("stock.isolated").Verdict);
    }

    [Fact]
    public async Task A_record_that_lacks_the_making_of_a_version_has_a_hole_and_fails_the_run_whatever_is_claimed()
    {
        var result = await Recorded.AuditOf(Recorded.Transaction(1, "w x@1"), Recorded.Transaction(2, "w x@5"));

        Assert.False(result.Passed);
        var check = result.Check("iso.graph");
        Assert.Equal((CheckVerdict.Missing, 0L), (check.Verdict, check.Violations));
        Assert.StartsWith("the recorded history has a hole: seller/1@2 to @4: ", check.Reason, StringComparison.Ordinal);
        Assert.Contains(check.Witnesses, witness => witness.Contains("checkout t-2 made @5", StringComparison.Ordinal));
    }

    // A committed checkout without its shipment: nothing that a system of unknown settings must keep.
    private static World Halved()
    {
        var world = new World();
        var tid = world.Checkout(1, World.Item(1, 1));
        world.Shipments.Lose(shipment => shipment.Tid == tid);
        return world;
    }

    private static (int, int, int, int, int, int) Numbers(AuditResult result)
    {
        var verdict = result.Verdict;
        return (
            verdict.Examined, verdict.Clean, verdict.Violated, verdict.ViolatedNotClaimed, verdict.NotExamined, verdict.Missing);
    }
}
