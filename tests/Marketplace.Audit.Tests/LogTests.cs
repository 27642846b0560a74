using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class LogTests
{
    private const string Check = "log.complete";

    private readonly World _world = Worlds.Busy();

    public LogTests() => _world.KeepLog();

    private List<LogExport> Log => _world.Log!;

    [Fact]
    public async Task A_complete_log_is_clean_and_holds_every_type()
    {
        Assert.Equal(["entry", "order", "payment", "shipment"], Log.Select(record => record.Type).Distinct().Order());

        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal(Log.Count, Of(result).Examined);
        Assert.True(Of(result).Claimed);
    }

    [Fact]
    public async Task It_is_clean_in_several_passes_too()
    {
        var world = Worlds.Long(60);
        world.KeepLog();
        AuditAssert.Violations(await world.Audit(ordersAPass: 10));
        world.Log!.RemoveAt(world.Log.Count / 2);
        AuditAssert.Violations(await world.Audit(ordersAPass: 10), (Check, 1));
    }

    [Theory]
    [InlineData("order", Worlds.First, "order 1|2 is not logged")]
    [InlineData("order", Worlds.Failed, "order 2|1 is not logged")]
    [InlineData("payment", Worlds.Open, "payment 4|1 is not logged")]
    [InlineData("shipment", Worlds.First, "shipment 1|2 is not logged")]
    [InlineData("entry", Worlds.First, "entry 1|2|1 is not logged")]
    public async Task A_record_that_is_missing(string type, string tid, string witness)
    {
        Log.RemoveAt(Log.FindIndex(record => record.Type == type && record.Tid == tid));

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, tid, witness);
        Assert.False(result.Passed);
    }

    [Fact]
    public async Task A_record_that_is_there_twice()
    {
        Log.Add(Log.First(record => record.Type == "payment"));

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, "is logged 2 times");
    }

    [Fact]
    public async Task A_record_that_differs_in_a_text_that_no_other_check_reads()
    {
        Log.Edit(record => record is { Type: "shipment", Tid: Worlds.First }, record => record with
        {
            Shipment = record.Shipment! with { Shipment = record.Shipment.Shipment with { City = "Elsewhere" } },
        });

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, Worlds.First, "shipment 1|2 is logged otherwise");
    }

    [Fact]
    public async Task A_record_of_an_aborted_transaction_and_one_of_an_order_that_is_still_open()
    {
        var aborted = _world.History.Single(operation => operation is CheckoutOperation { Outcome: OutcomeClass.Aborted }).Tid;
        var open = _world.Orders.Single(order => order.Tid == Worlds.Open);
        Log.Add(Log.First(record => record.Type == "payment") with { Key = "3|9", Tid = aborted });
        Log.Add(new LogExport("order", "4|1", Worlds.Open, default, open, null, null, null));

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 2));
        AuditAssert.Witness(result, Check, aborted, "payment 3|9 is logged", "it was aborted");
        AuditAssert.Witness(result, Check, Worlds.Open, "order 4|1 is logged");
    }

    [Fact]
    public async Task A_silo_that_was_to_keep_a_log_and_shows_none()
    {
        _world.Log = null;

        var result = await _world.Audit();

        AuditAssert.Violations(result, (Check, 1));
        AuditAssert.Witness(result, Check, "was to keep an audit log, and shows none");
    }

    [Fact]
    public async Task Without_a_log_there_is_nothing_to_check_and_of_an_unknown_silo_nothing_is_claimed()
    {
        Log.Clear();
        Assert.False(Of(await _world.Audit(Guarantee.Required)).Claimed);
        (_world.Log, _world.IsLogAsked) = (null, false);
        Assert.Equal("not examined", Of(await _world.Audit()).Level);
    }

    private static AuditCheck Of(AuditResult result) => result.Checks.Single(check => check.Id == Check);
}
