using System.Collections.Immutable;
using Marketplace.Grains.AuditLogging;
using Marketplace.Grains.Dashboards;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Dashboards;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>Two silos of a cluster, registered as a silo does it. One is declared dead, and what it sends arrives all the same.</summary>
public sealed class FenceTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>, IDisposable
{
    private const long Dead = -5;
    private const long Here = 7;
    private const int Seller = 1;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("fence-").FullName;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Services that connect alike share a writer of states; else each schema has one of states and others beside it.</summary>
    /// <param name="areAlike">Whether they do.</param>
    [Theory(Timeout = 120_000)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_logs_nothing_more_and_empties_no_audit_log(bool areAlike)
    {
        var connection = await postgres.CreateDatabase();
        await using var dead = await Start(Dead, connection, areAlike);
        await using var here = await Start(Here, connection, areAlike);
        await here.Append(1);
        await here.Close(Dead);

        await Refused(dead.Append(2));
        await Refused(dead.Log.Clear());
        Assert.Equal(["1|1"], await Keys(connection));
        await here.Append(3);
        await here.Log.Clear();
        Assert.Empty(await Keys(connection));
    }

    [Theory(Timeout = 120_000)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_empties_no_dashboards(bool areAlike)
    {
        var connection = await postgres.CreateDatabase();
        await using var dead = await Start(Dead, connection, areAlike);
        await using var here = await Start(Here, connection, areAlike);
        here.Dashboards.Show([Of(DashboardChangeKind.ShownAnew), Of(DashboardChangeKind.Known)]);
        await here.Advance(here.Dashboards.Shown());
        await here.Close(Dead);

        await Refused(dead.Advance(dead.Dashboards.Forget(ingestedToo: true)));
        Assert.False((await here.Dashboards.Read(Seller)).IsRefused);
        await here.Advance(here.Dashboards.Forget(ingestedToo: true));
        Assert.True((await here.Dashboards.Read(Seller)).IsRefused);

        static DashboardChange Of(DashboardChangeKind kind) => new(kind, Seller, 0, 0, []);
    }

    [Fact(Timeout = 120_000)]
    public async Task Of_all_that_it_was_a_writer_of_in_a_schema_the_latest_time_stays()
    {
        var connection = await postgres.CreateDatabase();
        await using var dead = await Start(Dead, connection, areAlike: false);
        await using var here = await Start(Here, connection, areAlike: false);
        await using var source = NpgsqlDataSource.Create(connection);
        var last = 0L;
        foreach (var service in new[] { "order", "seller" })
        {
            await source.Execute($"UPDATE {Services.Schema(service)}.writer SET time = 10 * id WHERE silo = {Dead}");
            last = Math.Max(last, (long)(await source.Execute($"SELECT max(time) FROM {Services.Schema(service)}.writer"))!);
        }

        await here.Close(Dead);
        foreach (var service in new[] { "order", "seller" })
            Assert.Equal(0L, await source.Execute($"SELECT count(*) FROM {Services.Schema(service)}.writer WHERE silo = {Dead}"));

        Assert.Equal(last, await source.Execute("SELECT max(time) FROM marketplace_seller.writer"));
    }

    private static async Task Refused(Task work) => Assert.Contains(
        "Another silo has taken over", (await Assert.ThrowsAsync<StorageUnavailableException>(() => work)).Message, StringComparison.Ordinal);

    private static async Task<List<string>> Keys(string connection)
    {
        await using var source = NpgsqlDataSource.Create(connection);
        await using var question = source.CreateCommand("SELECT key FROM marketplace_order.audit_log");
        await using var rows = await question.ExecuteReaderAsync(Cancellation);
        var keys = new List<string>();
        while (await rows.ReadAsync(Cancellation))
            keys.Add(rows.GetString(0));

        return keys;
    }

    private async Task<Silo> Start(long key, string connection, bool areAlike)
    {
        var connections = Services.All.ToImmutableDictionary(
            static service => service, service => areAlike ? connection : $"{connection};Application Name={service}");
        var options = new PostgresOptions(connections, Patience) { Owner = "cluster", IsShared = true };
        var time = new ManualTimeProvider();
        var services = new ServiceCollection()
            .AddSingleton<TimeProvider>(time)
            .AddSingleton<IHostApplicationLifetime, EndingLifetime>()
            .AddSingleton(typeof(ILogger<>), typeof(NullLogger<>))
            .AddSingleton<ISiloIdentity>(new Identity(key))
            .AddPostgresStorage(options)
            .AddPostgresDashboards(options)
            .AddPostgresAuditLog(new AuditLogOptions(options, Path.Combine(_folder, $"{key}"), SpoolBytesMax: 1 << 20))
            .BuildServiceProvider();
        var silo = new Silo(services, time);
        foreach (var hosted in services.GetServices<IHostedService>())
            await silo.Advance(hosted.StartAsync(Cancellation));

        return silo;
    }

    private sealed record Identity(long Key) : ISiloIdentity;

    /// <summary>A silo whose clock stands still unless it is waited for: by itself it does not notice that it is dead.</summary>
    private sealed class Silo(ServiceProvider services, ManualTimeProvider time) : IAsyncDisposable
    {
        private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(10);

        public PostgresAuditLog Log => services.GetRequiredService<PostgresAuditLog>();

        public PostgresDashboards Dashboards => services.GetRequiredService<PostgresDashboards>();

        /// <summary>Logs a record.</summary>
        public async Task Append(int number)
        {
            var moment = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);
            await Log.Append(new LogRecord("order", $"{number}|{number}", number, $"t-{number}", moment, "{}"u8.ToArray()));
            await Advance(Log.Flush(Cancellation));
        }

        /// <summary>Ends another one.</summary>
        public Task Close(long silo) => Advance(services.GetRequiredService<ISiloFence>().Close(silo));

        /// <summary>Lets its time pass until something is done.</summary>
        public async Task Advance(Task until)
        {
            while (!until.IsCompleted)
            {
                time.Advance(Step);
                await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System, Cancellation);
            }

            await until;
        }

        public async ValueTask DisposeAsync() => await Advance(services.DisposeAsync().AsTask());
    }
}
