using Marketplace.Grains.Formats;
using Marketplace.Protocols.Storage;
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
    private const int NumberId = 0;
    private const int PreparedId = 1;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly WorkQueue<Request> _queue = new(QueueMax);
    private Task _loop = Task.CompletedTask;

    /// <summary>Begins to load.</summary>
    public void Start() => _loop = Run();

    /// <summary>Loads a state.</summary>
    /// <returns>What is stored, all of one moment.</returns>
    /// <exception cref="StorageUnavailableException">The database was away for too long.</exception>
    public Task<Loaded> Load(string service, long grain, CancellationToken cancellationToken)
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
                    request.Found.TrySetResult(found.GetValueOrDefault((request.Service, request.Grain))?.ToState() ?? default);

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
            var command = new NpgsqlBatchCommand(Question(service.Key));
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

                if (!await rows.IsDBNullAsync(2) && rows.GetString(2).Length == 0)
                {
                    if (rows.GetInt64(3) == NumberId)
                        state.Number = rows.GetInt64(1);
                    else
                        state.Prepared = new(rows.GetInt64(1), rows.GetFieldValue<byte[]>(4));

                    continue;
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

    // In one statement, so that all of it is of one moment. What is no item has a part without a name.
    private string Question(string service)
    {
        var question = database.Layout.Load(service);
        if (database.KeepsVersionNumbers)
        {
            question += $" UNION ALL SELECT grain, number, '', {NumberId}::bigint, NULL "
                + $"FROM {Services.Schema(service)}.version WHERE grain = ANY ($1)";
        }

        return database.KeepsPrepared
            ? $"{question} UNION ALL SELECT grain, version, '', {PreparedId}::bigint, record "
                + $"FROM {Services.Schema(service)}.prepared WHERE grain = ANY ($1)"
            : question;
    }

    private sealed class Request(string service, long grain)
    {
        public string Service => service;
        public long Grain => grain;
        public TaskCompletionSource<Loaded> Found { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private sealed class Found
    {
        public long Version { get; set; }
        public byte[]? Document { get; set; }
        public long Number { get; set; }
        public StoredPrepared Prepared { get; set; }
        public List<(string Part, long Id, byte[] Document)> Items { get; } = [];

        public Loaded ToState() => new(Document is null ? null : new StoredState(Version, Document, Items), Number, Prepared);
    }
}

/// <summary>What is stored of a grain.</summary>
/// <param name="State">Its state; null for none.</param>
/// <param name="Number">The number of its version; 0 for none.</param>
/// <param name="Prepared">What is beside the state (<see cref="IStateStore{TState}.AddPrepared"/>).</param>
internal readonly record struct Loaded(StoredState? State, long Number, StoredPrepared Prepared);
