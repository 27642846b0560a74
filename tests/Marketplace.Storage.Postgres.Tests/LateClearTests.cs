using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Time.Testing;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>An audit log was to be emptied, and nobody knows whether it was: what was sent for that may arrive when there is more in it.</summary>
public sealed class LateClearTests
{
    private static readonly LogRecord Record = new("order", "1|1", 1, "t-1", new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc), "{}"u8.ToArray());

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 120_000)]
    public async Task What_arrives_after_it_was_ruled_out_empties_nothing()
    {
        await using var server = await PostgresServer.Start();
        var database = await server.CreateDatabase();
        var connections = Services.All.ToImmutableDictionary(service => service, _ => database);
        await using var log = new LogConnection(
            database, ["order"], new PostgresOptions(connections, Patience) { Owner = "test" }, TimeProvider.System, NullLogger.Instance);
        var writers = await log.Open(["order"], Cancellation);

        await log.RuleOutClear(turn: 1);
        await log.Write([("order", writers["order"], [new LogRow(1, Record)])], isInDoubt: false);
        var refused = await Assert.ThrowsAsync<PostgresException>(() => log.Clear(["order"], turn: 1));
        Assert.Equal(Sql.Mismatch, refused.SqlState);
        Assert.Equal(1, await Count(log));

        await log.Clear(["order"], turn: 2);
        Assert.Equal(0, await Count(log));
        await log.Write([("order", writers["order"], [new LogRow(2, Record)])], isInDoubt: false);
        await Assert.ThrowsAsync<PostgresException>(() => log.Clear(["order"], turn: 2));
        Assert.Equal(1, await Count(log));
    }

    [Fact(Timeout = 120_000)]
    public async Task Nothing_is_logged_until_it_is_ruled_out()
    {
        var (server, time) = (new Unanswered(), new FakeTimeProvider());
        var queue = new LogQueue(new SmallDisk(), fileMax: 1, memoryMax: 1 << 20);
        await using var writer = new LogWriter(server, ["order"], queue, Patience, time, NullLogger.Instance);
        await writer.Start(new StandingLifetime(), Cancellation);

        await Assert.ThrowsAsync<StorageUnavailableException>(writer.Clear);
        await writer.Append(Record);
        Assert.Contains("may be emptied yet", Assert.Throws<StorageUnavailableException>(writer.MakeSureOfRoom).Message, StringComparison.Ordinal);
        for (var attempt = 1; attempt <= 2; attempt++)
        {
            await Wait.Until("it tries to rule it out", () =>
            {
                time.Advance(TimeSpan.FromMilliseconds(10));
                return server.Calls.Count(call => call == "rule out 1") >= attempt;
            });
        }

        server.IsAnswering = true;
        await Wait.Until("the record is there", () =>
        {
            time.Advance(TimeSpan.FromMilliseconds(10));
            return server.Calls.Contains("write");
        });
        writer.MakeSureOfRoom();
        Assert.Equal("clear 1", server.Calls[0]);
        Assert.Equal(["rule out 1", "write"], server.Calls.TakeLast(2));

        await writer.Clear();
        Assert.Equal("clear 2", server.Calls[^1]);

        // What waits to try again looks whether there is anything to try, and ends.
        time.Advance(TimeSpan.FromSeconds(1));
    }

    private static async Task<int> Count(LogConnection log) => (await log.Read("order", (long.MinValue, 0), 10, KeyFilter.All)).Count;

    /// <summary>A server on a way on which every answer is lost.</summary>
    private sealed class Unanswered : ILogServer
    {
        private readonly Lock _lock = new();
        private ImmutableList<string> _calls = [];

        public bool IsAnswering { get; set; }

        public ImmutableList<string> Calls
        {
            get
            {
                lock (_lock)
                {
                    return _calls;
                }
            }
        }

        public string Name => "there";

        public Task<StorageUnavailableException> Lost { get; } = new TaskCompletionSource<StorageUnavailableException>().Task;

        public Task<Dictionary<string, long>> Open(ImmutableArray<string> services, CancellationToken cancellationToken) =>
            Task.FromResult(services.ToDictionary(static service => service, static _ => 1L));

        public Task Write(IEnumerable<(string Service, long Writer, List<LogRow> Rows)> parts, bool isInDoubt) => Answer("write");

        public Task Clear(ImmutableArray<string> services, long turn) => Answer($"clear {turn}");

        public Task RuleOutClear(long turn) => Answer($"rule out {turn}");

        public Task<List<(long Writer, long Number, LogRecord? Record)>> Read(
            string type, (long Writer, long Number) after, int most, KeyFilter filter) => throw new NotSupportedException();

        public Task EndWriter(long silo) => throw new NotSupportedException();

        public StorageUnavailableException Lose(bool isOutcomeUnknown) => throw new NotSupportedException();

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private Task Answer(string call)
        {
            lock (_lock)
            {
                _calls = _calls.Add(call);
            }

            return IsAnswering ? Task.CompletedTask : Task.FromException(new NpgsqlException("The answer was lost."));
        }
    }
}
