using Marketplace.Grains.Formats;
using Marketplace.Storage.Postgres.Connections;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Loading;

/// <summary>
/// Loads states, each with one round trip; states that are asked for while a load is under way share the next one. A reset or an export
/// that wakes tens of thousands of grains needs this.
/// </summary>
internal sealed class Loader(Database database, TimeProvider time) : IAsyncDisposable
{
    private const int QueueMax = 1_000_000;
    private const int BatchMax = 1_000;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly WorkQueue<Request> _queue = new(QueueMax);
    private Task _loop = Task.CompletedTask;

    /// <summary>Begins to load.</summary>
    public void Start() => _loop = Run();

    /// <summary>Loads a state.</summary>
    /// <returns>What is stored; null for nothing.</returns>
    /// <exception cref="Protocols.Storage.StorageUnavailableException">The database was away for too long.</exception>
    public Task<StoredState?> Load(string service, long grain, CancellationToken cancellationToken)
    {
        var request = new Request(service, grain);
        return _queue.TryAdd(request)
            ? request.Found.Task.WaitAsync(cancellationToken)
            : throw database.Outage.Failure(new TimeoutException("Too many states wait to be loaded, or this silo is stopping."), false);
    }

    public async ValueTask DisposeAsync()
    {
        _queue.Close();
        await _loop;
    }

    private async Task Run()
    {
        var requests = new List<Request>();
        while (await _queue.Wait())
        {
            while (requests.Count < BatchMax && _queue.TryTake(out var request))
                requests.Add(request);

            await Answer(requests);
            requests.Clear();
        }
    }

    private async Task Answer(List<Request> requests)
    {
        while (true)
        {
            try
            {
                var found = await Read(requests);
                database.Outage.Over();
                foreach (var request in requests)
                    request.Found.TrySetResult(found.GetValueOrDefault((request.Service, request.Grain))?.ToState());

                return;
            }
            catch (Exception exception)
            {
                if (!Outage.IsPassing(exception) || !database.Outage.MayRetry())
                {
                    var failure = database.Outage.Failure(exception, isOutcomeUnknown: false);
                    requests.ForEach(request => request.Found.TrySetException(failure));
                    return;
                }

                await Task.Delay(Pause, time);
            }
        }
    }

    private async Task<Dictionary<(string Service, long Grain), Found>> Read(List<Request> requests)
    {
        var services = requests.GroupBy(request => request.Service).ToList();
        await using var batch = database.Source.CreateBatch();
        foreach (var service in services)
        {
            var command = new NpgsqlBatchCommand(database.Layout.Load(service.Key));
            command.Parameters.Add(new NpgsqlParameter<long[]>
            {
                TypedValue = [.. service.Select(request => request.Grain).Distinct()],
                NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Bigint,
            });
            batch.BatchCommands.Add(command);
        }

        var found = new Dictionary<(string, long), Found>();
        await using var rows = await batch.ExecuteReaderAsync();
        foreach (var service in services)
        {
            while (await rows.ReadAsync())
            {
                var key = (service.Key, rows.GetInt64(0));
                if (!found.TryGetValue(key, out var state))
                {
                    state = new Found();
                    found.Add(key, state);
                }

                var document = rows.GetFieldValue<byte[]>(4);
                if (await rows.IsDBNullAsync(2))
                    (state.Version, state.Document) = (rows.GetInt64(1), document);
                else
                    state.Items.Add((rows.GetString(2), rows.GetInt64(3), database.Layout.Item(document)));
            }

            await rows.NextResultAsync();
        }

        return found;
    }

    private sealed class Request(string service, long grain)
    {
        public string Service => service;
        public long Grain => grain;
        public TaskCompletionSource<StoredState?> Found { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private sealed class Found
    {
        public long Version { get; set; }
        public byte[]? Document { get; set; }
        public List<(string Part, long Id, byte[] Document)> Items { get; } = [];

        public StoredState? ToState() => Document is null ? null : new StoredState(Version, Document, Items);
    }
}
