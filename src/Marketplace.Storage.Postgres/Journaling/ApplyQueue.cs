using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>Batches that are committed and not in the tables yet, and who waits for them.</summary>
/// <param name="gathering">How long at least after the last one the next one is begun for somebody who wants to read.</param>
internal sealed class ApplyQueue(TimeProvider time, TimeSpan gathering)
{
    // So much waits at most: then nothing more is committed. A silo that recovers has as much to apply.
    private const long BytesMax = 64 << 20;

    // It begins with so much, or after so long, or when somebody wants to read: the more batches go together, the fewer rows are written.
    private const long BytesMin = 8 << 20;
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(250);

    private readonly Lock _lock = new();
    private readonly Queue<(long Position, IReadOnlyCollection<ServiceBatch> Services, int Bytes)> _batches = new();
    private readonly Dictionary<(string Service, long Grain), long> _states = [];

    // Of tables of records that somebody has looked for by key.
    private readonly Dictionary<(string Service, string Table), Dictionary<int, long>> _records = [];
    private readonly SortedDictionary<long, TaskCompletionSource> _readers = [];
    private List<(long Position, IReadOnlyCollection<ServiceBatch> Services, int Bytes)> _taken = [];
    private TaskCompletionSource? _wake;
    private TaskCompletionSource? _room;
    private Exception? _failure;
    private TaskCompletionSource? _asked;
    private long _bytes;
    private long _added;
    private long _applied;
    private long _since;
    private long? _begun;
    private bool _isClosed;

    public void Add(long position, IReadOnlyCollection<ServiceBatch> services, int bytes)
    {
        lock (_lock)
        {
            if (_batches.Count == 0)
                _since = time.GetTimestamp();

            _batches.Enqueue((position, services, bytes));
            _bytes += bytes;
            _added = position;
            foreach (var service in services)
            {
                foreach (var state in service.States)
                    _states[(service.Service, state.Grain)] = position;

                foreach (var (records, keys) in Searched(service))
                {
                    foreach (var key in keys)
                        records[key] = position;
                }
            }

            if (_batches.Count == 1 || _bytes >= BytesMin)
                Wake();
        }
    }

    /// <summary>Ends when there is room.</summary>
    public Task Room()
    {
        lock (_lock)
        {
            return _bytes < BytesMax || _failure is not null ? Task.CompletedTask : (_room ??= New()).Task;
        }
    }

    /// <summary>Ends when all is applied that was added before.</summary>
    public Task All()
    {
        lock (_lock)
        {
            return Until(_added);
        }
    }

    public Task State(string service, long grain)
    {
        lock (_lock)
        {
            return _states.TryGetValue((service, grain), out var position) ? Until(position) : Task.CompletedTask;
        }
    }

    public Task Records(string service, string table, int key)
    {
        lock (_lock)
        {
            if (_records.TryGetValue((service, table), out var records))
                return records.TryGetValue(key, out var position) ? Until(position) : Task.CompletedTask;

            _records.Add((service, table), []);
            return Until(_added);
        }
    }

    /// <summary>Waits until there is enough to apply, or somebody who waits for it.</summary>
    /// <returns>False if nothing more comes.</returns>
    public async ValueTask<bool> Wait()
    {
        while (true)
        {
            Task wake;
            TimeSpan? left = null;
            lock (_lock)
            {
                if (_batches.Count == 0 && _isClosed)
                    return false;

                if (_batches.Count > 0)
                {
                    left = _readers.Count > 0 ? LeftForReaders() : Longest - time.GetElapsedTime(_since);
                    if (_isClosed || _bytes >= BytesMin || left <= TimeSpan.Zero)
                        return true;
                }

                wake = (_wake ??= New()).Task;
            }

            await (left is { } longest ? Task.WhenAny(wake, Task.Delay(longest, time)) : wake);
        }
    }

    /// <summary>Takes what waits.</summary>
    /// <returns>What it does in the end, and the position of the last batch.</returns>
    public (long Position, List<ServiceBatch> Services) Take()
    {
        lock (_lock)
        {
            _taken = [.. _batches];
            _batches.Clear();
            _begun = time.GetTimestamp();
        }

        var services = new SortedDictionary<string, ServiceChanges>(StringComparer.Ordinal);
        foreach (var batch in _taken)
        {
            foreach (var service in batch.Services)
            {
                if (!services.TryGetValue(service.Service, out var changes))
                    services.Add(service.Service, changes = new ServiceChanges(service.Service));

                changes.Add(service);
            }
        }

        return (_taken[^1].Position, [.. services.Values.Select(static changes => changes.ToBatch())]);
    }

    /// <summary>What was taken is applied.</summary>
    public void Done(long position)
    {
        var ended = new List<TaskCompletionSource>();
        lock (_lock)
        {
            _applied = position;
            foreach (var (_, services, bytes) in _taken)
            {
                _bytes -= bytes;
                foreach (var service in services)
                    Forget(service, position);
            }

            _taken = [];
            while (_readers.Count > 0 && _readers.First() is var first && first.Key <= position)
            {
                ended.Add(first.Value);
                _readers.Remove(first.Key);
            }

            if (_room is { } room && _bytes < BytesMax)
            {
                ended.Add(room);
                _room = null;
            }
        }

        ended.ForEach(static waiting => waiting.SetResult());
    }

    /// <summary>Ends when somebody wants to read what is not applied.</summary>
    public Task Asked()
    {
        lock (_lock)
        {
            return _readers.Count > 0 ? Task.CompletedTask : (_asked ??= New()).Task;
        }
    }

    /// <summary>Those who want to read now can't. Whoever comes later waits for the next try.</summary>
    public void Refuse(Exception refusal)
    {
        List<TaskCompletionSource> readers;
        lock (_lock)
        {
            readers = [.. _readers.Values];
            _readers.Clear();
        }

        readers.ForEach(reader => reader.SetException(refusal));
    }

    /// <summary>Nothing is applied any more.</summary>
    public void Fail(Exception failure)
    {
        TaskCompletionSource? room;
        lock (_lock)
        {
            _failure = failure;
            (room, _room) = (_room, null);
        }

        Refuse(failure);
        room?.SetResult();
    }

    public void Close()
    {
        lock (_lock)
        {
            _isClosed = true;
            Wake();
        }
    }

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private TimeSpan LeftForReaders() => _begun is { } begun ? gathering - time.GetElapsedTime(begun) : TimeSpan.Zero;

    private Task Until(long position)
    {
        if (position <= _applied)
            return Task.CompletedTask;

        if (_failure is { } failure)
            return Task.FromException(failure);

        if (!_readers.TryGetValue(position, out var reader))
        {
            _readers.Add(position, reader = New());
            _asked?.TrySetResult();
            _asked = null;
            Wake();
        }

        return reader.Task;
    }

    private void Forget(ServiceBatch service, long position)
    {
        foreach (var state in service.States)
        {
            var key = (service.Service, state.Grain);
            if (_states.TryGetValue(key, out var last) && last <= position)
                _states.Remove(key);
        }

        foreach (var (records, keys) in Searched(service))
        {
            foreach (var key in keys)
            {
                if (records.TryGetValue(key, out var last) && last <= position)
                    records.Remove(key);
            }
        }
    }

    private IEnumerable<(Dictionary<int, long> Records, List<int> Keys)> Searched(ServiceBatch service)
    {
        foreach (var (table, keys, _) in service.Archives)
        {
            if (_records.TryGetValue((service.Service, table), out var records))
                yield return (records, keys);
        }
    }

    private void Wake()
    {
        _wake?.TrySetResult();
        _wake = null;
    }
}
