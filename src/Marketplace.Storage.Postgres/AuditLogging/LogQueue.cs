using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>
/// Records that wait for the database, the oldest first: some in memory, and the rest in a file that is bounded. Beyond its bound
/// transactions are refused before they begin; those that are under way still find as much room again, and wait if there is none.
/// </summary>
/// <param name="file">The file; empty.</param>
/// <param name="fileMax">How many bytes may be in the file until it counts as full.</param>
/// <param name="memoryMax">How many bytes of records may be in memory until the file is used.</param>
internal sealed class LogQueue(IArchiveFile file, long fileMax, long memoryMax) : IDisposable
{
    /// <summary>How many bytes of records may be in memory, usually.</summary>
    public const long MemoryBytesUsual = 16 << 20;

    private readonly Lock _lock = new();
    private readonly Queue<LogRow> _memory = new();
    private readonly LogFormat _format = new();
    private long _memoryBytes;
    private long _head;
    private long _tail;
    private TaskCompletionSource? _arrival;
    private TaskCompletionSource? _room;
    private bool _isClosed;

    /// <summary>Records taken so far; also the number of the newest one.</summary>
    public long Added { get; private set; }

    /// <summary>Records that are in the database, or were dropped.</summary>
    public long Done { get; private set; }

    /// <summary>Whether the file has reached its bound, or can't be written.</summary>
    public bool IsFull
    {
        get
        {
            lock (_lock)
            {
                return _tail >= fileMax || FileFailure is not null;
            }
        }
    }

    /// <summary>Whether nothing more is taken.</summary>
    public bool IsClosed
    {
        get
        {
            lock (_lock)
            {
                return _isClosed;
            }
        }
    }

    /// <summary>Why the file can't be written; null if it can.</summary>
    public string? FileFailure { get; private set; }

    /// <summary>Adds a record.</summary>
    /// <returns>Null if it was added; else what ends when it may be tried again.</returns>
    public Task? TryAdd(LogRecord record)
    {
        TaskCompletionSource? arrival;
        lock (_lock)
        {
            if (!TryKeep(new LogRow(Added + 1, record)))
            {
                _room ??= New();
                return _room.Task;
            }

            Added++;
            (arrival, _arrival) = (_arrival, null);
        }

        arrival?.SetResult();
        return null;
    }

    /// <summary>Waits for records that are not in the database.</summary>
    /// <returns>False if the queue is closed.</returns>
    public async ValueTask<bool> Wait()
    {
        Task arrival;
        lock (_lock)
        {
            if (_isClosed || Added > Done)
                return !_isClosed;

            _arrival = New();
            arrival = _arrival.Task;
        }

        await arrival;
        return await Wait();
    }

    /// <summary>Takes the oldest records. They are not done by that.</summary>
    /// <param name="countMax">How many at most.</param>
    public void Dequeue(List<LogRow> rows, int countMax)
    {
        TaskCompletionSource? room;
        lock (_lock)
        {
            while (rows.Count < countMax && _memory.TryDequeue(out var row))
            {
                _memoryBytes -= LogFormat.Bytes(row.Record);
                rows.Add(row);
            }

            while (rows.Count < countMax && _head < _tail)
                rows.Add(_format.Read(file, ref _head));

            if (_head == _tail && (_tail > 0 || FileFailure is not null))
                Empty();

            (room, _room) = (_room, null);
        }

        room?.SetResult();
    }

    /// <summary>Records that were taken are in the database.</summary>
    public void Complete(int count)
    {
        lock (_lock)
        {
            Done += count;
        }
    }

    /// <summary>Drops all records, those that were taken too.</summary>
    public void Clear()
    {
        TaskCompletionSource? room;
        lock (_lock)
        {
            _memory.Clear();
            _memoryBytes = 0;
            Empty();
            Done = Added;
            (room, _room) = (_room, null);
        }

        room?.SetResult();
    }

    /// <summary>Ends the waiting of the one who takes.</summary>
    public void Close()
    {
        TaskCompletionSource? arrival;
        lock (_lock)
        {
            _isClosed = true;
            (arrival, _arrival) = (_arrival, null);
        }

        arrival?.SetResult();
    }

    public void Dispose() => file.Dispose();

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Empty()
    {
        file.Truncate(0);
        (_head, _tail, FileFailure) = (0, 0, null);
    }

    // What is in the file is newer than what is in memory.
    private bool TryKeep(LogRow row)
    {
        var bytes = LogFormat.Bytes(row.Record);
        if (_tail == 0 && _memoryBytes < memoryMax)
        {
            _memory.Enqueue(row);
            _memoryBytes += bytes;
            return true;
        }

        if (_tail >= fileMax + fileMax)
            return false;

        try
        {
            _tail += _format.Write(file, _tail, row);
            FileFailure = null;
            return true;
        }
        catch (IOException exception)
        {
            // The disk is full: until it is not, records wait with those who bring them.
            FileFailure = exception.Message;
            return false;
        }
    }
}
