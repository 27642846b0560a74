using Marketplace.Contracts.Audit;
using Xunit;
using static Marketplace.Audit.Tests.Graph.Recorded;

namespace Marketplace.Audit.Tests.Graph;

/// <summary>The anomalies of the literature, each made by hand: iso.graph finds it, and tells who was in it.</summary>
public sealed class AnomalyTests
{
    [Fact]
    public async Task What_happened_one_after_the_other_is_strictly_serializable()
    {
        var result = await Claimed(
            Transaction(1, "w x@1", "w y@1"),
            Transaction(2, "r x@1", "w y@2"),
            Transaction(3, "r x@1", "r y@2"),
            Transaction(4, "w x@2", "w x@3", "r y@2"));

        AuditAssert.Violations(result);
        var check = result.Check("iso.graph");
        Assert.Equal(("strictly serializable", 4L, true), (check.Level, check.Examined, check.Claimed));
        Assert.Equal(
            "Examined are transactions, with 9 accesses to 2 objects and 8 edges (2 ww, 4 wr, 2 rw); the times of 0 are known. "
                + "In which version each object is stored is not shown.",
            check.Note);
    }

    [Fact]
    public Task Lost_update() => Finds(
        ["checkout t-1 → checkout t-2 [ww seller/1@2] → checkout t-1 [rw seller/1@1]"],
        Transaction(1, "r x@0", "w x@1"),
        Transaction(2, "r x@0", "w x@2"));

    [Fact]
    public Task Write_skew() => Finds(
        ["checkout t-1 → checkout t-2 [rw seller/2@1] → checkout t-1 [rw seller/1@1]"],
        Transaction(1, "r x@0", "r y@0", "w x@1"),
        Transaction(2, "r x@0", "r y@0", "w y@1"));

    [Fact]
    public Task Read_skew() => Finds(
        ["checkout t-1 → checkout t-2 [wr seller/2@1] → checkout t-1 [rw seller/1@1]"],
        Transaction(1, "w x@1", "w y@1"),
        Transaction(2, "r x@0", "r y@1"));

    [Fact]
    public Task Unrepeatable_read() => Finds(
        ["checkout t-1 → checkout t-2 [wr seller/1@1] → checkout t-1 [rw seller/1@1]"],
        Transaction(1, "w x@1"),
        Transaction(2, "r x@0", "r x@1"));

    [Fact]
    public Task A_read_of_what_its_writer_had_not_finished() => Finds(
        ["checkout t-1 → checkout t-2 [wr seller/1@1] → checkout t-1 [rw seller/1@2]"],
        Transaction(1, "w x@1", "w x@2"),
        Transaction(2, "r x@1"));

    [Fact]
    public Task Long_fork() => Finds(
        ["checkout t-1 → checkout t-3 [wr seller/1@1] → checkout t-2 [rw seller/2@1] → checkout t-4 [wr seller/2@1] → checkout t-1 [rw seller/1@1]"],
        Transaction(1, "w x@1"),
        Transaction(2, "w y@1"),
        Transaction(3, "r x@1", "r y@0"),
        Transaction(4, "r x@0", "r y@1"));

    [Fact]
    public async Task A_dirty_read_of_what_was_rolled_back()
    {
        var aborted = new TransactionExport("t-1", "checkout", 1, AttemptOutcome.Aborted, "conflict", null, null);

        var result = await Claimed(aborted, Transaction(2, "r x@1"), Transaction(3, "w x@2"));

        AuditAssert.Violations(result, ("iso.graph", 1));
        AuditAssert.Witness(result, "iso.graph", "seller/1@1: no transaction is known that made this", "checkout t-2 read @1");
        Assert.Contains("1 attempts were rolled back", result.Check("iso.graph").Note, StringComparison.Ordinal);
        Assert.False(result.Passed);
    }

    [Fact]
    public async Task Versions_that_are_not_there_and_a_version_that_two_made()
    {
        var result = await Claimed(
            Transaction(1, "w x@1"), Transaction(2, "w x@5"), Transaction(3, "w y@1"), Transaction(4, "w y@1"), Transaction(5, "w z@2"));

        AuditAssert.Violations(result, ("iso.graph", 5));
        AuditAssert.Witness(result, "iso.graph", "seller/1@2 to @4: ", "checkout t-2 made @5");
        AuditAssert.Witness(result, "iso.graph", "seller/2@1 was made by checkout t-3 and by checkout t-4");
        AuditAssert.Witness(result, "iso.graph", "seller/3@1: ", "checkout t-5 made @2");
    }

    [Fact]
    public async Task What_is_no_version_of_an_object()
    {
        var result = await Claimed(Transaction(1, "w seller@1", "w shop/1@1", "w stock/1@1", "w seller/1@-1", "w seller/1@1"));

        AuditAssert.Violations(result, ("iso.graph", 4));
        AuditAssert.Witness(result, "iso.graph", "checkout t-1 names \"shop/1@1\"");
    }

    [Fact]
    public async Task Each_group_of_entangled_transactions_has_its_own_witness_and_the_smallest_comes_first()
    {
        var result = await AuditOf(
            Transaction(1, "w x@1"),
            Transaction(2, "w y@1"),
            Transaction(3, "r x@1", "r y@0"),
            Transaction(4, "r x@0", "r y@1"),
            Transaction(5, "r z@0", "w z@1"),
            Transaction(6, "r z@0", "w z@2"));

        AuditAssert.Violations(result, ("iso.graph", 6));
        Assert.Equal(2, result.Check("iso.graph").Witnesses.Length);
        Assert.Contains("→ checkout t-5 [", result.Check("iso.graph").Witnesses[0], StringComparison.Ordinal);
        Assert.True(result.Passed);
    }

    private static async Task Finds(string[] witnesses, params TransactionExport[] history)
    {
        var claimed = await Claimed(history);
        var check = claimed.Check("iso.graph");
        Assert.Equal(history.Length, check.Violations);
        Assert.Equal(witnesses.Select(Turns), check.Witnesses.Select(Turns));
        Assert.Equal("violated", check.Level);
        Assert.False(claimed.Passed);

        // Without a protocol it is a result, not a failure.
        Assert.True((await AuditOf(history)).Passed);
    }

    // A cycle may be told from any of its transactions: it is turned so that the first is the least.
    private static string Turns(string cycle)
    {
        var steps = cycle.Split(" → ").Skip(1).ToList();
        var first = steps.IndexOf(steps.Min(StringComparer.Ordinal)!);
        return string.Join(" → ", steps.Skip(first).Concat(steps.Take(first)));
    }
}
