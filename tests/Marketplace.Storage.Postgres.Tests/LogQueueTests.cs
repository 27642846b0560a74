using Marketplace.Grains.AuditLogging;
using Marketplace.Storage.Postgres.AuditLogging;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>Records of the audit log that wait for the database.</summary>
public sealed class LogQueueTests
{
    private readonly SmallDisk _disk = new();

    [Fact]
    public async Task A_disk_that_is_full_makes_records_wait_and_does_no_lasting_harm()
    {
        using var queue = new LogQueue(_disk, fileMax: 10_000, memoryMax: 100);
        _disk.IsFull = true;
        Assert.Null(queue.TryAdd(Record(1)));
        Assert.NotNull(queue.TryAdd(Record(2)));
        var room = queue.TryAdd(Record(2));
        Assert.NotNull(room);
        Assert.True(queue.IsFull);
        Assert.Equal("The disk is full.", queue.FileFailure);

        Assert.Equal([1], Take(queue));
        await room.WaitAsync(TimeSpan.FromSeconds(30), TimeProvider.System, TestContext.Current.CancellationToken);
        Assert.False(queue.IsFull);
        Assert.Null(queue.TryAdd(Record(2)));
        Assert.Equal([2], Take(queue));
    }

    [Fact]
    public void The_oldest_come_first_from_the_memory_and_then_from_the_disk_which_is_emptied()
    {
        using var queue = new LogQueue(_disk, fileMax: 1_000_000, memoryMax: 500);
        for (var number = 1; number <= 40; number++)
            Assert.Null(queue.TryAdd(Record(number)));

        Assert.True(_disk.Length > 0);
        Assert.Equal(Enumerable.Range(1, 25), Take(queue, 25));
        Assert.Null(queue.TryAdd(Record(41)));
        Assert.Equal(Enumerable.Range(26, 16), Take(queue));
        Assert.Equal(0, _disk.Length);
        Assert.Equal(0, queue.Done);
        queue.Complete(41);
        Assert.Equal(queue.Added, queue.Done);
    }

    private static LogRecord Record(int number) => new("payment", $"{number}|1", number, $"t-{number}", new DateTime(number), new byte[100]);

    private static List<int> Take(LogQueue queue, int max = 100)
    {
        var rows = new List<LogRow>();
        queue.Dequeue(rows, max);
        Assert.All(rows, row => Assert.Equal(row.Number, row.Record.CustomerId));
        return rows.ConvertAll(row => row.Record.CustomerId);
    }
}
