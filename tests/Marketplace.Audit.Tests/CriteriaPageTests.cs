using System.Collections.Immutable;
using Marketplace.Audit.Checks;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Facts;
using Marketplace.Audit.History;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class CriteriaPageTests
{
    private const string Head =
        "| check | criterion | what must hold | with a protocol | saga | launched | launched, interrupted | by URL | by URL, interrupted |";

    private const string ReplicationHead = "| replication | claimed |";

    private const ReplicationLevel Highest = ReplicationLevel.CausalAcrossObjects;

    private const string ProtocolHead = "| protocol | all or nothing | serializable |";

    [Fact]
    public async Task The_page_of_criteria_shows_the_claims_table_as_it_is()
    {
        var page = await File.ReadAllLinesAsync(Repository.File("docs", "criteria.md"), TestContext.Current.CancellationToken);
        var table = page.SkipWhile(line => line != Head).TakeWhile(line => line.Length > 0);

        Assert.Equal([Head, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |", .. Checks().Select(Row)], table);
    }

    [Fact]
    public async Task The_page_of_criteria_shows_what_each_protocol_claims()
    {
        var page = await File.ReadAllLinesAsync(Repository.File("docs", "criteria.md"), TestContext.Current.CancellationToken);
        var table = page.SkipWhile(line => line != ProtocolHead).Skip(2).TakeWhile(line => line.Length > 0);
        var rows = ClaimTable.Protocols.Select(protocol => $"| `{protocol.Key}` | "
            + (protocol.Value switch
            {
                Guarantee.AllServices => "claimed | claimed |",
                Guarantee.InTheEnd => "in the end | reported |",
                _ => "reported | reported |",
            }));

        Assert.Equal(rows.Order(StringComparer.Ordinal), table.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task The_page_of_criteria_shows_what_each_level_of_replication_claims()
    {
        var page = await File.ReadAllLinesAsync(Repository.File("docs", "criteria.md"), TestContext.Current.CancellationToken);
        var table = page.SkipWhile(line => line != ReplicationHead).Skip(2).TakeWhile(line => line.Length > 0);
        var rows = Enum.GetValues<ReplicationLevel>().Select(level =>
        {
            var claimed = Checks().Where(check => check.Id.StartsWith("repl.", StringComparison.Ordinal))
                .Where(check => ClaimTable.Of(Guarantee.AllServices, interrupted: true, check, level).IsClaimed);
            return $"| `{level.Name()}` | {string.Join(", ", claimed.Select(check => $"`{check.Id}`"))} |".Replace("|  |", "| nothing |");
        });

        Assert.Equal(rows, table);
    }

    [Fact]
    public void A_target_without_state_claims_what_the_driver_does_alone()
    {
        var claimed = Checks().Where(check => ClaimTable.Of(Guarantee.DriverOnly, interrupted: false, check, Highest).IsClaimed);

        Assert.Equal(["load.counts", "driver.self"], claimed.Select(check => check.Id));
        Assert.Equal(["dash.self", "driver.self"], Checks().Where(check => !check.NeedsExports).Select(check => check.Id));
    }

    private static ImmutableArray<Check> Checks()
    {
        var none = ImmutableDictionary<OperationKind, long>.Empty;
        var outcomes = ImmutableDictionary<OperationKind, ImmutableDictionary<OutcomeClass, long>>.Empty;
        var run = new AuditedRun(
            new AuditHistory(World.Run, World.Clock, () => []),
            new DataSetCounts(0, 0, 0, 0, 0),
            new DriverFacts(none, outcomes, 0, 0, 0, 0, 0, []),
            ImmutableDictionary<OperationKind, double>.Empty,
            TargetClaims.Unknown);
        return new CheckList(run.History, new RunFacts(run)).All;
    }

    private static string Row(Check check)
    {
        var protocol = ClaimTable.Of(Guarantee.AllServices, interrupted: true, check, Highest);
        var saga = ClaimTable.Of(Guarantee.InTheEnd, interrupted: true, check, Highest);
        Assert.Equal(protocol.IsClaimed, ClaimTable.Of(Guarantee.AllServices, interrupted: false, check, Highest).IsClaimed);
        Assert.Equal(saga.IsClaimed, ClaimTable.Of(Guarantee.InTheEnd, interrupted: false, check, Highest).IsClaimed);
        var claims = new[] { Guarantee.EachService, Guarantee.Required }
            .SelectMany(guarantee => new[] { false, true }.Select(interrupted => ClaimTable.Of(guarantee, interrupted, check, Highest)))
            .Prepend(saga)
            .Prepend(protocol)
            .Select(claim => claim.IsClaimed ? "claimed" : "reported");
        return $"| `{check.Id}` | {check.Criterion} | {check.Statement} | {string.Join(" | ", claims)} |";
    }
}
