using Marketplace.Grains.Formats;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Loading;

/// <summary>
/// Loads states, each with one round trip; states that are asked for while a load is under way share the next one. A reset or an export
/// that wakes tens of thousands of grains needs this.
/// </summary>
internal sealed class Loader(Database database, TimeProvider time) : IStateLoader, IAsyncDisposable
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

    public Task<Loaded> Load(string service, long grain, CancellationToken cancellationToken)
    {
        var request = new Request(service, grain);
        return _queue.TryAdd(request)
            ? request.Found.Task.WaitAsync(cancellationToken)
            : throw database.Outage.Failure(new TimeoutException("Too many states wait to be loaded, or this silo is stopping."), false);
    }

    public Task<byte[]?> LoadStep(string service, long saga, long grain, CancellationToken cancellationToken) => database.Run(async source =>
    {
        await using var question = source.CreateCommand(
            $"SELECT record FROM {Services.Schema(service)}.step WHERE saga = $1 AND grain = $2 AND number >= 0");
        question.Parameters.Add(Sql.Number(saga));
        question.Parameters.Add(Sql.Number(grain));
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        return await rows.ReadAsync(cancellationToken) ? rows.GetFieldValue<byte[]>(0) : null;
    });

    public Task<List<(long Saga, long Number, long? Silo, byte[] Record)>> LoadSteps(
        string service, long grain, CancellationToken cancellationToken) =>
        database.RunOneByOne(
            async source =>
            {
                await using var question = source.CreateCommand(
                    $"SELECT s.saga, s.number, w.silo, s.record FROM {Services.Schema(service)}.step s "
                    + $"LEFT JOIN {Services.Schema(database.Services[0])}.writer w ON w.id = s.saga >> {IAtomicWrites.SagaBits} "
                    + "WHERE s.grain = $1 ORDER BY s.number");
                question.Parameters.Add(Sql.Number(grain));
                await using var rows = await question.ExecuteReaderAsync(cancellationToken);
                var found = new List<(long Saga, long Number, long? Silo, byte[] Record)>();
                while (await rows.ReadAsync(cancellationToken))
                    found.Add((rows.GetInt64(0), rows.GetInt64(1), rows.IsDBNull(2) ? null : rows.GetInt64(2), rows.GetFieldValue<byte[]>(3)));

                return found;
            },
            cancellationToken);

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
