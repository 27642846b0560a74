using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>Batches that are committed and not in the tables yet, and who waits for them.</summary>
/// <param name="limits">How much waits at least and at most.</param>
/// <param name="gathering">How long at least after the last one the next one is begun for somebody who wants to read.</param>
internal sealed class ApplyQueue(ApplyLimits limits, TimeProvider time, TimeSpan gathering)
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<long, TaskCompletionSource> _readers = [];

    // What waits, as what it does in the end, and what was taken to be applied.
    private Gathered _waiting = new();
    private Gathered _taken = new();
    private TaskCompletionSource? _wake;
    private TaskCompletionSource? _room;
    private Exception? _failure;
    private TaskCompletionSource? _asked;
    private long _added;
    private long _applied;
    private long _since;
    private long? _begun;
    private bool _isClosed;

    private long Bytes => _waiting.Bytes + _taken.Bytes;

    public void Add(long position, IReadOnlyCollection<ServiceBatch> services, int bytes)
    {
        lock (_lock)
        {
            var isFirst = _waiting.IsEmpty;
            if (isFirst)
                _since = time.GetTimestamp();

            _waiting.Add(position, services, bytes);
            _added = position;
            if (isFirst || _waiting.Bytes >= limits.Least)
                Wake();
        }
    }

    /// <summary>Ends when there is room.</summary>
    public Task Room()
    {
        lock (_lock)
        {
            return Bytes < limits.Most || _failure is not null ? Task.CompletedTask : (_room ??= New()).Task;
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
            return Until(changes => changes.Has(grain), service);
        }
    }

    public Task Records(string service, string table, int key)
    {
        lock (_lock)
        {
            return Until(changes => changes.HasRecord(table, key), service);
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
                if (_waiting.IsEmpty && _isClosed)
                    return false;

                if (!_waiting.IsEmpty)
                {
                    left = _readers.Count > 0 ? LeftForReaders() : limits.Longest - time.GetElapsedTime(_since);
                    if (_isClosed || _waiting.Bytes >= limits.Least || left <= TimeSpan.Zero)
                        return true;
                }

                wake = (_wake ??= New()).Task;
            }

            await (left is { } longest ? Task.WhenAny(wake, Task.Delay(WholeMilliseconds(longest), time)) : wake);
        }
    }

    /// <summary>Takes what waits.</summary>
    /// <returns>What it does in the end, and the position of the last batch.</returns>
    public (long Position, List<ServiceBatch> Services) Take()
    {
        lock (_lock)
        {
            (_taken, _waiting) = (_waiting, new Gathered());
            _begun = time.GetTimestamp();
        }

        return (_taken.Position, _taken.ToBatches());
    }

    /// <summary>What was taken is applied.</summary>
    public void Done(long position)
    {
        var ended = new List<TaskCompletionSource>();
        lock (_lock)
        {
            (_applied, _taken) = (position, new Gathered());
            while (_readers.Count > 0 && _readers.First() is var first && first.Key <= position)
            {
                ended.Add(first.Value);
                _readers.Remove(first.Key);
            }

            if (_room is { } room && Bytes < limits.Most)
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

    // A delay cuts off what is less than a millisecond.
    private static TimeSpan WholeMilliseconds(TimeSpan span) => TimeSpan.FromMilliseconds(Math.Ceiling(span.TotalMilliseconds));

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

    private Task Until(Func<ServiceChanges, bool> isIn, string service) =>
        _waiting.Of(service) is { } waiting && isIn(waiting) ? Until(_waiting.Position)
        : _taken.Of(service) is { } taken && isIn(taken) ? Until(_taken.Position)
        : Task.CompletedTask;

    private void Wake()
    {
        _wake?.TrySetResult();
        _wake = null;
    }

    /// <summary>Batches that are applied together: what they do in the end, so that what comes and goes in between is kept no longer.</summary>
    private sealed class Gathered
    {
        private readonly SortedDictionary<string, ServiceChanges> _services = new(StringComparer.Ordinal);

        /// <summary>Position of the last one.</summary>
        public long Position { get; private set; }

        /// <summary>About how large they are.</summary>
        public long Bytes { get; private set; }

        public bool IsEmpty { get; private set; } = true;

        public void Add(long position, IReadOnlyCollection<ServiceBatch> services, int bytes)
        {
            (Position, Bytes, IsEmpty) = (position, Bytes + bytes, false);
            foreach (var service in services)
                ServiceChanges.Of(_services, service.Service).Add(service);
        }

        public ServiceChanges? Of(string service) => _services.GetValueOrDefault(service);

        public List<ServiceBatch> ToBatches() => [.. _services.Values.Select(static changes => changes.ToBatch())];
    }
}

/// <summary>How much waits to be applied, in bytes, and for how long, while nobody wants to read it.</summary>
/// <param name="Least">With so much it begins: the more batches go together, the fewer rows are written.</param>
/// <param name="Most">With so much nothing more is committed. A silo that recovers has as much to apply.</param>
/// <param name="Longest">After so long it begins with less, too: what the tables of a silo show is not much older.</param>
internal readonly record struct ApplyLimits(long Least, long Most, TimeSpan Longest)
{
    /// <summary>Those of a silo. Under load a second of it, in which many states change several times.</summary>
    public static ApplyLimits Usual { get; } = new(24 << 20, 64 << 20, TimeSpan.FromSeconds(1));
}
