using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;
using Xunit;
using static Marketplace.Audit.Tests.Graph.Recorded;

namespace Marketplace.Audit.Tests.Graph;

/// <summary>Histories of silos that were killed and started again.</summary>
public sealed class KilledStartsTests
{
    private static readonly TransactionExport Start = new("", "start", 1, AttemptOutcome.Committed, null, [], []);

    [Fact]
    public async Task What_a_killed_silo_stored_and_could_not_record_is_no_violation()
    {
        var result = await Claimed(Transaction(1, "w x@1"), Start, Transaction(2, "r x@2"), Transaction(3, "w x@3"));

        AuditAssert.Violations(result);
        Assert.Contains(
            "The silo started 2 times; of 1 versions it could not record any more who made them.", result.Check("iso.graph").Note,
            StringComparison.Ordinal);
    }

    // Somebody read it, and was recorded, before the kill.
    [Fact]
    public async Task It_may_have_been_built_on_before_the_kill() =>
        AuditAssert.Violations(await Claimed(Transaction(1, "w x@1"), Transaction(2, "w x@3"), Start, Transaction(3, "w x@4")));

    [Fact]
    public async Task An_object_may_be_unknown_but_for_it() =>
        AuditAssert.Violations(await Claimed(Transaction(1, "w x@1"), Start, Transaction(2, "w y@2")));

    [Fact]
    public async Task What_the_start_after_the_kill_does_not_record_is_missing()
    {
        var result = await Claimed(Transaction(1, "w x@1"), Start, Transaction(2, "w x@2"), Transaction(3, "w x@100"));

        AuditAssert.Violations(result, ("iso.graph", 97));
        AuditAssert.Witness(result, "iso.graph", "seller/1@3 to @99: no transaction is known that made this and took effect");
    }

    [Fact]
    public async Task What_was_acknowledged_and_is_made_again_was_lost()
    {
        var result = await Claimed(Transaction(1, "w x@1"), Transaction(2, "w x@2"), Start, Transaction(3, "w x@2"));

        AuditAssert.Violations(result, ("iso.graph", 1));
        AuditAssert.Witness(result, "iso.graph", "seller/1@2 was made by checkout t-2 and by checkout t-3");
    }

    // The client of either has no answer: both were lost together, or both took effect.
    [Theory]
    [InlineData(AttemptOutcome.Unknown, 0)]
    [InlineData(AttemptOutcome.Committed, 2)]
    public Task What_only_transactions_of_unknown_outcome_have_seen_may_be_lost(AttemptOutcome ofTheReader, int violations) => XMayBeLost(
        violations,
        Transaction(1, "w x@1") with { Outcome = AttemptOutcome.Unknown },
        Transaction(2, "r x@1", "w y@1") with { Outcome = AttemptOutcome.Unknown },
        Transaction(3, "r y@1") with { Outcome = ofTheReader },
        Start,
        Transaction(4, "w z@1"));

    // The first silo was stopped in the middle, and went on when another one had taken its place.
    [Fact]
    public async Task A_version_that_two_of_unknown_outcome_have_made_is_the_later_ones()
    {
        var world = new World
        {
            Recorded =
            [
                Transaction(1, "w x@1", "w y@1") with { Outcome = AttemptOutcome.Unknown },
                Start,
                Transaction(2, "w x@1") with { Outcome = AttemptOutcome.Unknown },
                Transaction(3, "r x@1"),
            ],
            Stored = [new("seller/1@1")],
        };

        AuditAssert.Violations(await world.Audit(Guarantee.AllServices));
    }

    // The second start made z@1 once more and stored it, and was killed before it could record that. So the one who read it hasn't seen the first.
    // That the first one was lost shows in any object that it wrote.
    [Theory]
    [InlineData("r z@0", 0)]
    [InlineData("r x@0", 0)]
    [InlineData("r z@1", 1)]
    public Task A_version_that_a_start_did_not_find_was_made_by_somebody_later(string found, int violations) => XMayBeLost(
        violations,
        Transaction(1, "w x@1", "w z@1") with { Outcome = AttemptOutcome.Unknown },
        Start,
        Transaction(2, found),
        Start,
        Transaction(3, "r z@1"));

    // The first one was aborted, and its client did not hear of it. The next one made z@2 and was stored, and the silo was killed before it could
    // record that. Who has read what the first one made before the kill has seen it.
    [Theory]
    [InlineData("r y@0", "w z@3", 0)]
    [InlineData("r z@3", "w z@3", 1)]
    [InlineData("r z@3", "r y@0", 1)]
    public async Task A_start_that_finds_a_version_in_the_middle_of_a_transaction_has_not_seen_it(string before, string after, int violations)
    {
        var result = await Claimed(
            Transaction(1, "w z@1"),
            Transaction(2, "w z@2", "w z@3") with { Outcome = AttemptOutcome.Unknown },
            Transaction(3, before),
            Start,
            Transaction(4, "r z@2"),
            Transaction(5, after));

        AuditAssert.Violations(result, violations == 0 ? [] : [("iso.graph", violations)]);
        if (violations > 0)
        {
            AuditAssert.Witness(
                result, "iso.graph", "seller/3@3 of checkout t-2, which took effect, was lost: a silo that started later found an earlier version");
        }
    }

    // A crash stored a part of what was decided, and somebody made the rest again.
    [Fact]
    public async Task Of_what_took_effect_no_start_finds_a_part()
    {
        var result = await Claimed(
            Transaction(1, "w x@1", "w y@1") with { Outcome = AttemptOutcome.Unknown },
            Start,
            Transaction(2, "r x@0"),
            Transaction(3, "w x@1"),
            Transaction(4, "r y@1"));

        AuditAssert.Violations(result, ("iso.graph", 1));
        AuditAssert.Witness(
            result, "iso.graph", "seller/1@1 of checkout t-1, which took effect, was lost: a silo that started later found an earlier version");
    }

    [Fact]
    public async Task Without_a_kill_every_version_is_recorded()
    {
        var result = await Claimed(Transaction(1, "w x@1"), Transaction(2, "w x@3"));

        AuditAssert.Violations(result, ("iso.graph", 1));
    }

    // At the end z is stored, and x, which the first transaction wrote, is not.
    private static async Task XMayBeLost(int violations, params TransactionExport[] recorded)
    {
        var result = await new World { Recorded = [.. recorded], Stored = [new("seller/3@1")] }.Audit(Guarantee.AllServices);

        AuditAssert.Violations(result, violations == 0 ? [] : [("iso.graph", violations)]);
        if (violations > 0)
            AuditAssert.Witness(result, "iso.graph", "seller/1 is stored as @0, though checkout t-1 made @1 and took effect");
    }
}
