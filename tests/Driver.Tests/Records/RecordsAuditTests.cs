using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Load.Records;
using Marketplace.Records.Stores;
using Xunit;

namespace Marketplace.Driver.Tests.Records;

public sealed class RecordsAuditTests
{
    private const int Rows = 5;

    private readonly RecordEvidence _evidence = new(Rows);
    private readonly Dictionary<long, Item> _stored = Enumerable.Range(1, Rows).ToDictionary(id => (long)id, id => SeedData.Item(id, Rows));

    [Fact]
    public async Task What_was_written_last_is_stored()
    {
        Store(2, Write(2, 1, sent: 10, completed: 20));

        // Who of these two came last is not known.
        Write(3, 2, sent: 10, completed: 30);
        Store(3, Write(3, 3, sent: 20, completed: 25));
        Store(4, Write(4, 4, sent: 10, completed: 20, OutcomeClass.TimedOut));
        _evidence.Item(Json(_stored[2]), 2);
        Assert.True((await Audit()).Passed);
    }

    [Fact]
    public async Task A_lost_update_is_found()
    {
        var first = Write(2, 1, sent: 10, completed: 20);
        Write(2, 2, sent: 30, completed: 40);
        Store(2, first);
        Write(3, 3, sent: 10, completed: 20);
        var found = Check(await Audit(), "records.last");
        Assert.Equal(2, found.Violations);
        Assert.Contains("item 2", found.Witnesses[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_value_is_found_when_it_is_read_and_where_it_is_stored()
    {
        _stored[1] = _stored[1] with { Price = _stored[1].Price + 1 };
        _evidence.Item(Json(_stored[1]), 1);
        _evidence.Item(Json(_stored[2]), 3);
        _evidence.Item("{"u8, 3);
        _evidence.Items(JsonSerializer.SerializeToUtf8Bytes<IReadOnlyList<Item>>([], RecordsJson.Default.IReadOnlyListItem), 1);
        _evidence.Same("[1]"u8);
        _evidence.Same("[2]"u8);
        var audit = await Audit();
        Assert.Equal((6, 5), (Check(audit, "records.form").Examined, Check(audit, "records.form").Violations));
        Assert.Equal(1, Check(audit, "records.last").Violations);
    }

    [Theory]
    [InlineData(5, 0, false)]
    [InlineData(6, 0, true)]
    [InlineData(7, 0, false)]
    [InlineData(7, 1, true)]
    public async Task Items_are_counted(int stored, int unknown, bool isRight)
    {
        _evidence.Created(OutcomeClass.Committed);
        _evidence.Created(OutcomeClass.Rejected);
        for (var i = 0; i < unknown; i++)
            _evidence.Created(OutcomeClass.TimedOut);
        Assert.Equal(isRight, Check(await Audit(stored), "records.count").Passed);
    }

    [Fact]
    public async Task What_was_deleted_is_gone()
    {
        foreach (var id in new[] { 1, 2 })
        {
            _evidence.Deleted(id, OutcomeClass.Committed);
            _stored.Remove(id);
        }

        _evidence.Deleted(1, OutcomeClass.Rejected);
        _evidence.Deleted(3, OutcomeClass.TimedOut);
        Assert.True((await Audit(stored: 3)).Passed);
        Assert.True((await Audit(stored: 2)).Passed);
        Assert.False(Check(await Audit(stored: 4), "records.count").Passed);
        Assert.False(Check(await Audit(stored: 1), "records.count").Passed);
    }

    [Fact]
    public async Task A_deletion_that_was_lost_and_one_that_nobody_made_are_found()
    {
        _evidence.Deleted(1, OutcomeClass.Committed);
        _stored.Remove(4);
        _evidence.Missed(4);
        var audit = await Audit(stored: 4);
        Assert.Equal(2, Check(audit, "records.last").Violations);
        Assert.Equal(1, Check(audit, "records.form").Violations);
    }

    private static byte[] Json(Item item) => JsonSerializer.SerializeToUtf8Bytes(item, RecordsJson.Default.Item);

    private static AuditCheck Check(AuditResult audit, string id) => audit.Checks.Single(check => check.Id == id);

    private WriteMark Write(long id, long sequence, long sent, long completed, OutcomeClass outcome = OutcomeClass.Committed)
    {
        var mark = WriteMark.Of(id, 1, sequence, 5, 7);
        _evidence.Written(id, mark, sent, completed, outcome);
        return mark;
    }

    private void Store(long id, WriteMark mark) => _stored[id] = _stored[id] with { Price = 5, Quantity = 7, Mark = mark };

    private Task<AuditResult> Audit(int stored = Rows) => new RecordsAudit(
        _evidence,
        () => Task.FromResult((long)stored),
        id => Task.FromResult(_stored.TryGetValue(id, out var item) ? JsonSerializer.Serialize(item, RecordsJson.Default.Item) : null))
        .Run(Rows, withItems: true);
}
