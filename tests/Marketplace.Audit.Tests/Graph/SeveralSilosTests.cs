using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;
using Xunit;
using static Marketplace.Audit.Tests.Graph.Recorded;

namespace Marketplace.Audit.Tests.Graph;

/// <summary>Histories of clusters, where each silo has recorded what it did for an attempt.</summary>
public sealed class SeveralSilosTests
{
    private static readonly TransactionExport Start = new("", "start", 1, AttemptOutcome.Committed, null, [], []);

    [Fact]
    public async Task Records_with_one_id_are_one_transaction_wherever_they_come()
    {
        var result = await Claimed(Part(1, "w y@1"), Own(1, "w x@1"), Own(2, "r x@1"), Part(2, "w y@2"));

        AuditAssert.Violations(result);
        Assert.Equal(("strictly serializable", 2L), (result.Check("iso.graph").Level, result.Check("iso.graph").Examined));
        Assert.Contains("4 accesses to 2 objects and 2 edges (1 ww, 1 wr, 0 rw)", result.Check("iso.graph").Note);
    }

    [Fact]
    public async Task A_cycle_over_two_silos_is_found()
    {
        var result = await Claimed(Own(1, "r x@0", "w x@1"), Part(2, "r x@0"), Part(1, "r y@0"), Own(2, "r y@0", "w y@1"));

        AuditAssert.Violations(result, ("iso.graph", 2));
        AuditAssert.Witness(result, "iso.graph", "checkout t-2 → checkout t-1 [rw seller/1@1] → checkout t-2 [rw seller/2@1]");
    }

    [Fact]
    public async Task What_another_silo_did_for_an_attempt_that_was_rolled_back_counts_for_nothing()
    {
        var result = await Claimed(Part(1, "r y@0", "w y@1"), Aborted(1), Own(2, "w y@1"), Own(3, "r y@1"));

        AuditAssert.Violations(result);
        Assert.Equal(2, result.Check("iso.graph").Examined);
        Assert.Contains("1 attempts were rolled back", result.Check("iso.graph").Note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_dirty_read_at_another_silo_of_what_was_rolled_back()
    {
        var result = await Claimed(Aborted(1), Part(1, "w y@1"), Part(2, "r y@1"), Own(2, "w x@1"), Own(3, "w y@2"));

        AuditAssert.Violations(result, ("iso.graph", 1));
        AuditAssert.Witness(result, "iso.graph", "seller/2@1: no transaction is known that made this", "checkout t-2 read @1");
    }

    // Its own silo was killed before it knew the outcome, or could tell it.
    [Fact]
    public async Task An_attempt_of_which_there_are_only_parts_took_effect_if_others_saw_it()
    {
        var seen = await Claimed(Part(1, "w y@1"), Start, Part(2, "r y@1"), Own(2, "w x@1"));
        AuditAssert.Violations(seen);
        Assert.Equal(2, seen.Check("iso.graph").Examined);

        var madeAgain = await Claimed(Part(1, "w y@1"), Start, Own(2, "w y@1"));
        AuditAssert.Violations(madeAgain);
        Assert.Equal(1, madeAgain.Check("iso.graph").Examined);
    }

    // A saga is stored step by step: one of its steps was lost with its silo, and another one was seen.
    [Theory]
    [InlineData(Guarantee.InTheEnd, 0)]
    [InlineData(Guarantee.AllServices, 1)]
    public async Task Of_a_saga_one_step_may_have_been_made_again_and_another_one_stored(Guarantee guarantee, int violations)
    {
        var result = await new World
        {
            Recorded = [Part(1, "w x@1"), Part(1, "w y@1"), Own(2, "w x@1"), Own(3, "r y@1", "w z@1")],
        }.Audit(guarantee);

        AuditAssert.Violations(result, violations == 0 ? [] : [("iso.graph", violations)]);
    }

    // As sagas record what others can see before they have ended.
    [Fact]
    public async Task What_is_recorded_before_the_end_of_an_attempt_and_again_at_its_end_was_made_once()
    {
        var whole = Own(1, "w stock/1/1@1", "w stock/1/1@2");

        var result = await Claimed(Part(1, "w stock/1/1@1"), Part(1, "w stock/1/1@2"), whole, Own(2, "r stock/1/1@2"));

        AuditAssert.Violations(result);
        Assert.Equal(2, result.Check("iso.graph").Examined);
    }

    // The versions that a killed silo could not record are those of its own objects.
    [Fact]
    public async Task What_a_silo_does_not_record_that_was_not_killed_is_missing()
    {
        var before = Own(2, [.. Enumerable.Range(1, 40).Select(static version => $"w y@{version}")]);
        AuditAssert.Violations(await Claimed(before, Part(1, "w y@41"), Start, Own(1, "w x@1"), Own(3, "w y@43")));

        var result = await Claimed(Own(1, "w x@1"), Start, before, Part(1, "w y@41"), Own(3, "w y@43"));

        AuditAssert.Violations(result, ("iso.graph", 1));
        AuditAssert.Witness(result, "iso.graph", "seller/2@42: no transaction is known that made this");
    }

    // Of two silos that were killed the one that began later may have ended earlier.
    [Fact]
    public async Task What_a_killed_silo_could_not_record_may_be_long_before_the_end_of_another_one()
    {
        var later = Own(2, [.. Enumerable.Range(6, 40).Select(static version => $"w y@{version}")]);

        var result = await Claimed(later, Start, Own(1, "w y@1", "w y@2", "w y@3", "w y@4"), Start, Own(3, "w y@46"));

        AuditAssert.Violations(result);
    }

    // The others went on with an object of which a killed silo made little: only what nobody recorded counts.
    [Theory]
    [InlineData(16, 0)]
    [InlineData(17, 17)]
    public async Task What_others_have_made_stands_between_what_a_killed_silo_recorded_and_what_it_could_not(int missing, int violations)
    {
        var others = Own(2, [.. Enumerable.Range(2, 40).Select(static version => $"w y@{version}")]);
        var next = Own(3, $"w y@{42 + missing}");

        var result = await Claimed(Own(1, "w y@1"), Start, others, next);

        AuditAssert.Violations(result, violations == 0 ? [] : [("iso.graph", violations)]);
    }

    // An object may have moved to the silo that was killed from one that still lives.
    [Theory]
    [InlineData(2, 0)]
    [InlineData(40, 1)]
    public async Task The_last_version_may_be_one_that_a_killed_silo_could_not_record(int recorded, int violations)
    {
        var result = await new World
        {
            Recorded = [Own(1, "w x@1"), Start, Own(2, [.. Enumerable.Range(1, recorded).Select(static version => $"w y@{version}")]), Aborted(3)],
            Stored = [new("seller/1@1"), new($"seller/2@{recorded + 1}")],
        }.Audit(Guarantee.AllServices);

        AuditAssert.Violations(result, violations == 0 ? [] : [("iso.graph", violations)]);
    }

    // Two transactions of a killed silo may have seen the same version: which of them took effect the rest of what they made tells.
    [Fact]
    public async Task Of_two_that_may_have_made_a_version_the_one_did_not_whose_other_version_was_made_again()
    {
        var result = await Claimed(
            Part(1, "w y@1"), Part(2, "w y@1", "w x@1", "w z@1"), Start, Own(3, "w x@1"), Own(4, "r y@1", "r z@0"));

        AuditAssert.Violations(result);
        Assert.Equal(3, result.Check("iso.graph").Examined);
    }

    // Nobody has seen what the other one made but who has made the same, and more.
    [Fact]
    public async Task Of_two_that_may_have_made_a_version_the_one_did_that_was_seen_elsewhere()
    {
        var result = await Claimed(
            Part(2, "r y@0", "w y@1", "w y@2", "w x@1"), Start, Part(1, "r y@0", "w y@1"), Own(3, "r x@1", "w z@1"));

        AuditAssert.Violations(result);
        Assert.Equal(2, result.Check("iso.graph").Examined);
    }

    // They have made what they saw of each other, down to the one that took effect for certain.
    [Fact]
    public async Task Who_was_seen_by_one_that_took_effect_took_effect_too()
    {
        var result = await Claimed(
            Part(1, "w x@1"), Part(2, "r x@1", "w y@1"), Part(3, "w y@1", "w cart/7@1"), Part(4, "r y@1", "w z@1"), Start,
            Own(5, "r z@1"), Own(6, "w cart/7@1"));

        AuditAssert.Violations(result);
        Assert.Equal(5, result.Check("iso.graph").Examined);
    }

    // Whoever made what is missing may have made the version before it, too.
    [Fact]
    public async Task What_was_built_on_a_version_that_a_killed_silo_could_not_record_is_not_built_on_the_one_before()
    {
        var result = await Claimed(Part(1, "w x@1", "w y@1"), Start, Own(2, "w y@3"), Own(3, "r x@0", "r y@3"));

        AuditAssert.Violations(result);
        Assert.Equal(2, result.Check("iso.graph").Examined);
    }

    private static TransactionExport Own(int number, params string[] accesses) => Transaction(number, accesses) with { Id = $"a-{number}" };

    private static TransactionExport Aborted(int number) =>
        new($"t-{number}", "checkout", 1, AttemptOutcome.Aborted, "conflict", null, null, Id: $"a-{number}");

    private static TransactionExport Part(int number, params string[] accesses) =>
        Own(number, accesses) with { IsPart = true, Outcome = AttemptOutcome.Unknown };
}
