using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.TestSupport;
using Microsoft.Extensions.Logging.Abstractions;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>The audit log on a real server.</summary>
public sealed class AuditLogTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("audit-log-").FullName;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact(Timeout = 300_000)]
    public async Task Each_record_is_there_once_after_a_crash_of_the_server_with_more_than_the_memory_holds_and_gone_after_a_clear()
    {
        await using var server = await PostgresServer.Start();
        var database = await server.CreateDatabase();
        await using var log = New(database, spoolBytesMax: 64 << 20);
        await log.StartAsync(Cancellation);
        await Append(log, 1, 3_000);
        await server.Crash(async () =>
        {
            // 40 MB: some are in memory and the others on the disk.
            await Append(log, 3_001, 43_000);
            Assert.True(new FileInfo(Path.Combine(_folder, "audit-log-0")).Length > 10 << 20);
            log.MakeSureOfRoom();
        });
        await log.Flush(Cancellation);

        var lines = await log.Read(KeyFilter.All, Cancellation).Select(line => Encoding.UTF8.GetString(line.Span)).ToListAsync(Cancellation);
        Assert.Equal(43_000, lines.Count);
        Assert.Equal(43_000, lines.Distinct().Count());
        const string seventh = """{"type":"order","key":"7|7","tid":"t-7","time":"2026-01-01T00:00:07Z","order":{"a":"x""";
        Assert.StartsWith(seventh, lines[6], StringComparison.Ordinal);
        var some = await log.Read(new KeyFilter(1, 4), Cancellation).CountAsync(Cancellation);
        Assert.Equal(43_000 / 4, some);

        await log.Clear();
        Assert.Equal(0, await log.Read(KeyFilter.All, Cancellation).CountAsync(Cancellation));
        await log.StopAsync(Cancellation);
    }

    [Fact(Timeout = 120_000)]
    public async Task A_batch_that_is_written_twice_is_there_once_and_strange_names_of_transactions_do_no_harm()
    {
        await using var server = await PostgresServer.Start();
        var database = await server.CreateDatabase();
        await using var source = NpgsqlDataSource.Create(database);
        var writers = await SetUp(database);
        List<LogRow> rows = [new(1, Record(1)), new(2, Record(2) with { Tid = "a\0b" }), new(3, Record(3) with { Tid = "\uD800" })];
        for (var i = 0; i < 2; i++)
        {
            await using var connection = await source.OpenConnectionAsync(Cancellation);
            await using var batch = new NpgsqlBatch(connection);
            batch.BatchCommands.Add(LogTable.Insert("order", writers["order"], rows));
            Assert.Equal(i == 0 ? 3 : 0, await batch.ExecuteNonQueryAsync(Cancellation));
        }

        Assert.Equal(writers["order"] + 1, (await SetUp(database))["order"]);
    }

    [Fact(Timeout = 180_000)]
    public async Task When_its_room_is_full_for_longer_than_an_outage_may_last_transactions_are_refused_and_records_of_those_under_way_wait()
    {
        await using var server = await PostgresServer.Start();
        await using var log = New(await server.CreateDatabase(), spoolBytesMax: 1 << 20, TimeSpan.FromSeconds(3));
        await log.StartAsync(Cancellation);
        var (count, waiting) = (0, default(ValueTask));
        await server.Crash(async () =>
        {
            do
            {
                waiting = log.Append(Record(++count));
            }
            while (waiting.IsCompleted && count < 100_000);

            Assert.False(waiting.IsCompleted);
            StorageUnavailableException? refused;
            while ((refused = Refusal(log)) is null)
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);

            Assert.Contains("The audit log has no room", refused.Message, StringComparison.Ordinal);
            Assert.False(refused.IsOutcomeUnknown);
        });
        await waiting.AsTask().WaitAsync(Patience, TimeProvider.System, Cancellation);
        await log.Flush(Cancellation);
        log.MakeSureOfRoom();
        Assert.Equal(count, await log.Read(KeyFilter.All, Cancellation).CountAsync(Cancellation));
        await log.StopAsync(Cancellation);
    }

    private static StorageUnavailableException? Refusal(PostgresAuditLog log)
    {
        try
        {
            log.MakeSureOfRoom();
            return null;
        }
        catch (StorageUnavailableException refused)
        {
            return refused;
        }
    }

    private static LogRecord Record(int number)
    {
        var text = number.ToString(CultureInfo.InvariantCulture);
        var time = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(number);
        var value = $$"""{"a":"{{new string('x', 1_000)}}","b":1.50}""";
        return new LogRecord("order", $"{text}|{text}", number, $"t-{text}", time, Encoding.UTF8.GetBytes(value));
    }

    private static async Task Append(PostgresAuditLog log, int from, int to)
    {
        for (var number = from; number <= to; number++)
            await log.Append(Record(number));
    }

    private static async Task<Dictionary<string, long>> SetUp(string database)
    {
        await using var guard = new Guard(new NpgsqlConnectionStringBuilder(database), ["order"], "test", "there", TimeProvider.System);
        return await guard.Open(
            static (_, _) => Task.CompletedTask, static (connection, _) => LogTable.SetUp(connection, ["order"], Cancellation), Cancellation);
    }

    private PostgresAuditLog New(string database, long spoolBytesMax, TimeSpan? timeout = null)
    {
        var connections = Services.All.ToImmutableDictionary(service => service, _ => database);
        var options = new AuditLogOptions(new PostgresOptions(connections, timeout ?? Patience) { Owner = "test" }, _folder, spoolBytesMax);
        return AuditLogRegistration.Make(
            options, TimeProvider.System, new StandingLifetime(), NullLogger<PostgresAuditLog>.Instance, databases: null);
    }
}
