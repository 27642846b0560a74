using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Load.Records;
using Marketplace.Driver.Scenarios;
using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Ycsb;
using Xunit;

namespace Marketplace.Driver.Tests.Records;

public sealed class YcsbAuditTests
{
    private const int Rows = 20;

    private readonly MemoryUserTable _table = new(new RecordsSettings { Rows = Rows }, TimeProvider.System);
    private readonly YcsbWorkload _workload;

    public YcsbAuditTests()
    {
        var scenario = ScenarioLoader.Parse(
            """{ "name": "x", "target": { "database": { "Store": "memory", "Rows": 20 } }, "workload": { "kind": "ycsb" } }""", "x", []);
        _workload = new YcsbWorkload(scenario, _table, Rows, TimeProvider.System);
    }

    [Fact]
    public async Task What_was_written_last_is_stored()
    {
        await Begin();
        await Write(2, 1, sequence: 1, sent: 10, completed: 20);
        await Write(2, 1, sequence: 2, sent: 30, completed: 40);
        await Write(3, 0, sequence: 3, sent: 10, completed: 20, outcome: OutcomeClass.TimedOut);
        await Write(4, 0, sequence: 4, sent: 10, completed: 20, outcome: OutcomeClass.TimedOut, isStored: false);
        _workload.Evidence.Read(2, await _table.Read(UserData.Key(2)), mayBeMissing: false);
        _workload.Evidence.Scanned(UserData.Key(2), await _table.Scan(UserData.Key(2), 3), 3, mayBeMissing: false);
        var audit = await Audit();
        Assert.True(audit.Passed);
        Assert.Equal((2, Rows, Rows), (Check(audit, "form").Examined, Check(audit, "count").Examined, Check(audit, "last").Examined));
    }

    [Fact]
    public async Task What_an_earlier_run_wrote_may_be_stored_until_it_is_replaced()
    {
        await _table.Open();
        foreach (var number in new[] { 5, 6 })
            await _table.Update(UserData.Key(number), 0, FieldText.Make(number, 0, 9, 9).Text);
        await Begin();
        await Write(6, 0, sequence: 1, sent: 10, completed: 20, isStored: false);
        var found = Check(await Audit(), "last");
        Assert.Equal(1, found.Violations);
        Assert.Equal("field 0 of record 6 holds write 9 of writer 9, which is not the last one", found.Witnesses[0]);
    }

    [Fact]
    public async Task A_lost_update_and_one_that_nobody_sent_are_found()
    {
        await Begin();
        await Write(2, 1, sequence: 1, sent: 10, completed: 20);
        await Write(2, 1, sequence: 2, sent: 30, completed: 40, isStored: false);
        await Write(3, 1, sequence: 3, sent: 10, completed: 20, outcome: OutcomeClass.Rejected);
        Assert.Equal(2, Check(await Audit(), "last").Violations);
    }

    [Fact]
    public async Task A_wrong_value_is_found_when_it_is_read_and_where_it_is_stored()
    {
        await Begin();
        var record = UserData.Record(1);
        await _table.Update(record.Key, 4, record.Fields[5]);
        _workload.Evidence.Read(1, await _table.Read(record.Key), mayBeMissing: false);
        _workload.Evidence.Read(1, UserData.Record(2).Fields, mayBeMissing: false);
        _workload.Evidence.Read(1, record.Fields[1..], mayBeMissing: false);
        _workload.Evidence.Read(1, null, mayBeMissing: false);
        _workload.Evidence.Read(Rows, null, mayBeMissing: true);
        _workload.Evidence.Scanned(record.Key, [], 3, mayBeMissing: false);
        _workload.Evidence.Scanned(record.Key, [record, record], 3, mayBeMissing: false);
        _workload.Evidence.Scanned(record.Key, [record, UserData.Record(2)], 1, mayBeMissing: false);
        var audit = await Audit();
        Assert.Equal((8, 7), (Check(audit, "form").Examined, Check(audit, "form").Violations));
        Assert.Equal("record 1 is not what its writers wrote", Assert.Single(Check(audit, "last").Witnesses));
    }

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(1, 0, false)]
    [InlineData(1, 1, true)]
    public async Task Records_are_counted(int stored, int unknown, bool isRight)
    {
        await Begin();
        for (var i = 0; i < stored; i++)
            await _table.Insert(UserData.Record(Rows + i));
        for (var i = 0; i < unknown; i++)
            _workload.Inserted(_workload.Keys.Next(), OutcomeClass.TransportError);
        Assert.Equal(isRight, Check(await Audit(), "count").Passed);
        Assert.Equal(unknown > 0, _workload.MayBeMissing(Rows));
        Assert.False(_workload.MayBeMissing(Rows - 1));
    }

    private static AuditCheck Check(AuditResult audit, string name) => audit.Checks.Single(check => check.Id == $"records.{name}");

    private async Task Begin()
    {
        await _table.Open();
        await _workload.ReadSampled(_workload.Evidence.Before, TestContext.Current.CancellationToken);
    }

    private async Task Write(
        long number,
        int field,
        long sequence,
        long sent,
        long completed,
        OutcomeClass outcome = OutcomeClass.Committed,
        bool isStored = true)
    {
        var (text, mark) = FieldText.Make(number, field, 1, sequence);
        if (isStored) await _table.Update(UserData.Key(number), field, text);
        _workload.Evidence.Written(number, field, mark, sent, completed, outcome);
    }

    private Task<AuditResult> Audit() => new YcsbAudit(_workload).Run(TestContext.Current.CancellationToken);
}
