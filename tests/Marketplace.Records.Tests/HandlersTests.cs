using System.Globalization;
using System.Net;
using Marketplace.Records.Stores;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Records.Tests;

/// <summary>On which threads requests run, and what they hold while they wait.</summary>
public sealed class HandlersTests(PostgresFixture postgres)
{
    private const int Requests = 12;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("thread", true)]
    [InlineData("threads", true)]
    [InlineData("pool-sync", false)]
    [InlineData("async", false)]
    public async Task A_request_runs_where_the_setting_says(string handlers, bool isOwn)
    {
        var store = new WatchedStore(1);
        await using var service = await Running.Start(store, handlers, "--Records:Threads=2");
        await service.Get("items/1");
        await service.Get("items/2");
        Assert.Equal([!isOwn, !isOwn], store.ArePooled);
    }

    [Fact]
    public async Task Each_of_many_requests_has_a_thread_of_its_own()
    {
        // The store lets nobody go before all are there: fewer threads than requests would never come to an end.
        var store = new WatchedStore(Requests);
        await using var service = await Running.Start(store, "thread");
        await Task.WhenAll(Enumerable.Range(1, Requests).Select(id => service.Get($"items/{id}")));
        Assert.Equal(Requests, store.Threads.Distinct().Count());
    }

    [Fact]
    public async Task Standing_threads_take_requests_in_their_order()
    {
        using var gate = new ManualResetEventSlim();
        var store = new WatchedStore(1) { Gate = gate };
        await using var service = await Running.Start(store, "threads", "--Records:Threads=1");
        var running = new List<Task>();
        for (var id = 1; id <= 3; id++)
        {
            running.Add(service.Get($"items/{id}"));
            var before = id - 1;
            await Wait.Until(
                "the request is there", async () => store.Entered == 1 && await service.Metric("records_requests_waiting") == before);
        }

        gate.Set();
        await Task.WhenAll(running);
        Assert.Equal([1L, 2, 3], store.Keys);
        Assert.Single(store.Threads.Distinct());
    }

    [Theory]
    [InlineData("thread", true)]
    [InlineData("async", false)]
    public async Task A_request_that_waits_for_the_database_holds_a_thread_or_none(string handlers, bool holds)
    {
        const int many = 40;
        var server = await postgres.CreateDatabase();
        await using var service = await Running.Start(
            null, handlers, $"--Records:Postgres={server}", "--Records:Rows=10", $"--Records:Pool={many}", "--Records:Hold=800");
        await service.Get("items/1");
        await service.Post("admin/reset");
        var before = await service.Metric("records_threads");
        var running = Task.WhenAll(Enumerable.Range(0, many).Select(_ => service.Get("items/2")));
        await Wait.Until(
            "all wait in the database", async () => await service.Metric("records_connections_busy") == many || running.IsCompleted);
        var during = await service.Metric("records_threads");
        await running;
        Assert.True(holds == during - before >= many / 2, $"{before} threads before, {during} with {many} requests in the database");
        Assert.Equal(0, await service.Metric("records_connections_busy"));
    }

    [Theory]
    [InlineData("thread")]
    [InlineData("threads")]
    [InlineData("pool-sync")]
    public async Task Records_are_read_and_written_by_blocking_calls(string handlers)
    {
        var server = await postgres.CreateDatabase();
        await using var service = await Running.Start(
            null, handlers, $"--Records:Postgres={server}", "--Records:Rows=20", "--Records:Pool=2", "--Records:PoolWait=1");
        Assert.Contains(SeedData.Sku(3), await service.Get("items/3"), StringComparison.Ordinal);
        Assert.Contains(SeedData.Sku(4), await service.Get($"items?sku={SeedData.Sku(4)}"), StringComparison.Ordinal);
        Assert.Contains("role-5", await service.Get("roles"), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, await service.Status("items/21"));
        Assert.Equal("20", await service.Get("admin/count"));
    }

    [Fact]
    public async Task Who_waits_too_long_for_a_connection_is_told_so_on_its_thread_too()
    {
        var server = await postgres.CreateDatabase();
        await using var service = await Running.Start(
            null,
            "thread",
            $"--Records:Postgres={server}",
            "--Records:Rows=10",
            "--Records:Pool=1",
            "--Records:PoolWait=1",
            "--Records:Hold=1500");
        var first = service.Status("items/1");
        await Wait.Until("the first has the connection", async () => await service.Metric("records_connections_busy") == 1);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, await service.Status("items/2"));
        Assert.Equal(HttpStatusCode.OK, await first);
    }

    [Fact]
    public void A_store_that_can_t_block_is_refused()
    {
        var error = Assert.Throws<RecordsSettingException>(() => RecordsService.Create(
            ["--Records:Store=memory", "--Records:Handlers=thread"], TimeProvider.System, _ => new WatchedStore(1) { CanBlock = false }));
        Assert.Contains("can be only async", error.Message, StringComparison.Ordinal);
    }

    /// <summary>Reads no item before so many are asked for at once.</summary>
    private sealed class WatchedStore(int together) : IRecordStore
    {
        private readonly Lock _gate = new();
        private readonly CountdownEvent _all = new(together);
        private readonly List<(long Key, int Thread, bool IsPooled)> _reads = [];
        private int _entered;

        public ManualResetEventSlim? Gate { get; init; }

        public bool CanBlock { get; init; } = true;

        public string Server => "watched";

        public PoolGauge Pool { get; } = new(TimeProvider.System);

        public int Entered => Volatile.Read(ref _entered);

        public IEnumerable<long> Keys => _reads.Select(read => read.Key);

        public IEnumerable<int> Threads => _reads.Select(read => read.Thread);

        public IEnumerable<bool> ArePooled => _reads.Select(read => read.IsPooled);

        public ValueTask<Item?> Get(long id)
        {
            Interlocked.Increment(ref _entered);
            lock (_gate)
            {
                _reads.Add((id, Environment.CurrentManagedThreadId, Thread.CurrentThread.IsThreadPoolThread));
                if (!_all.IsSet) _all.Signal();
            }

            _all.Wait(Cancel);
            Gate?.Wait(Cancel);
            return new(SeedData.Item(id, 100));
        }

        public ValueTask<Item?> GetBySku(string sku) => throw new NotSupportedException();

        public ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit) => throw new NotSupportedException();

        public ValueTask<bool> Create(Item item) => throw new NotSupportedException();

        public ValueTask<bool> Update(long id, ItemChange change) => throw new NotSupportedException();

        public ValueTask<bool> Delete(long id) => throw new NotSupportedException();

        public ValueTask<long> Count() => new(0);

        public ValueTask<IReadOnlyList<Role>> Roles() => throw new NotSupportedException();

        public Task Open() => Task.CompletedTask;

        public Task Close() => Task.CompletedTask;

        public Task Reset() => Task.CompletedTask;

        public ValueTask DisposeAsync()
        {
            _all.Dispose();
            return ValueTask.CompletedTask;
        }
    }

    /// <summary>A service that runs, with a client.</summary>
    private sealed class Running : IAsyncDisposable
    {
        private readonly RecordsService _service;
        private readonly HttpClient _client = new();

        private Running(RecordsService service)
        {
            _service = service;
            _client.BaseAddress = new Uri(service.Urls.Single());
        }

        public static async Task<Running> Start(IRecordStore? store, string handlers, params string[] more)
        {
            string[] arguments = ["--urls", "http://127.0.0.1:0", $"--Records:Handlers={handlers}", .. more];
            if (store is not null) arguments = [.. arguments, "--Records:Store=memory"];
            var service = RecordsService.Create(
                arguments, TimeProvider.System, settings => store ?? RecordStores.Create(settings, TimeProvider.System));
            await service.Start();
            return new Running(service);
        }

        public Task<string> Get(string path) => _client.GetStringAsync(path, Cancel);

        public async Task<HttpStatusCode> Status(string path)
        {
            using var answer = await _client.GetAsync(path, Cancel);
            return answer.StatusCode;
        }

        public async Task Post(string path)
        {
            using var answer = await _client.PostAsync(path, null, Cancel);
            answer.EnsureSuccessStatusCode();
        }

        public async Task<double> Metric(string name)
        {
            var line = (await Get("metrics")).Split('\n').Single(line => line.StartsWith(name + " ", StringComparison.Ordinal));
            return double.Parse(line[(name.Length + 1)..], CultureInfo.InvariantCulture);
        }

        public async ValueTask DisposeAsync()
        {
            _client.Dispose();
            await _service.Stop();
        }
    }
}
