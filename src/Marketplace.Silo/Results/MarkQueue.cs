using System.Collections.Immutable;
using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Results;

/// <summary>
/// The marks of a silo in the order of their numbers, until they are collected. Bounded: whoever will make a mark reserves room for it
/// first. Marks that were sent, and not acknowledged by who collects them, are kept as long as nobody else needs their room. Thread-safe.
/// </summary>
internal sealed class MarkQueue
{
    /// <summary>Marks that are handed out at once at most; the rest follows at once.</summary>
    public const int BatchMax = 10_000;

    private const long MarksAMillisecond = 1_000;

    // As long as a collector may take from one question to the next.
    private static readonly TimeSpan Absence = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly TimeProvider _time;
    private readonly TransactionMark?[] _ring;
    private long _next;
    private long _oldest;
    private long _collected;
    private int _reserved;
    private int _collecting;
    private long _lastSeen = long.MinValue;
    private bool _isEnded;
    private TaskCompletionSource? _arrived;

    /// <summary>Makes an empty queue.</summary>
    /// <param name="most">Marks that may wait to be collected, room that is reserved included.</param>
    public MarkQueue(int most, TimeProvider time)
    {
        _time = time;
        _ring = new TransactionMark?[most];

        // Below 2^53, so exact in any JSON. A silo that starts again begins above what it gave before: a cursor of then skips nothing.
        _next = (time.GetUtcNow().ToUnixTimeMilliseconds() * MarksAMillisecond) + 1;
        _oldest = _next;
        _collected = _next - 1;
    }

    /// <summary>Marks that nobody has collected.</summary>
    public int Uncollected
    {
        get
        {
            lock (_lock)
            {
                return (int)(_next - 1 - _collected);
            }
        }
    }

    /// <summary>Whether somebody collects marks: waits for them, or did a moment ago.</summary>
    public bool HasCollector
    {
        get
        {
            lock (_lock)
            {
                return _collecting > 0 || (_lastSeen != long.MinValue && _time.GetElapsedTime(_lastSeen) < Absence);
            }
        }
    }

    /// <summary>True once nothing is waited for any more.</summary>
    public bool IsEnded
    {
        get
        {
            lock (_lock)
            {
                return _isEnded;
            }
        }
    }

    /// <summary>Reserves room for a mark.</summary>
    /// <returns>False if there is none. If true, one <see cref="Add"/> follows.</returns>
    public bool TryReserve()
    {
        lock (_lock)
        {
            if (_next - 1 - _collected + _reserved >= _ring.Length)
                return false;

            _reserved++;
            return true;
        }
    }

    /// <summary>Adds a mark in the room that was reserved, and gives it its number.</summary>
    public void Add(TransactionMark mark)
    {
        TaskCompletionSource? arrived;
        lock (_lock)
        {
            _reserved--;
            var id = _next++;
            _ring[id % _ring.Length] = mark with { Id = id };
            _oldest = Math.Max(_oldest, id + 1 - _ring.Length);
            (arrived, _arrived) = (_arrived, null);
        }

        arrived?.TrySetResult();
    }

    /// <summary>Drops the marks up to a number: they were received.</summary>
    /// <param name="id">The number; 0 says nothing.</param>
    /// <returns>Why this is not possible; null if it was.</returns>
    public CursorProblem? Acknowledge(long id)
    {
        lock (_lock)
        {
            if (id == 0)
                return null;

            if (id >= _next)
                return CursorProblem.Unknown;

            if (id < _oldest - 1)
                return CursorProblem.Gone;

            for (; _oldest <= id; _oldest++)
                _ring[_oldest % _ring.Length] = null;

            _collected = Math.Max(_collected, id);
            return null;
        }
    }

    /// <summary>Notes that the marks up to a number were sent. They make room, and are kept until it is needed.</summary>
    public void Sent(long id)
    {
        lock (_lock)
        {
            _collected = Math.Max(_collected, Math.Min(id, _next - 1));
        }
    }

    /// <summary>Waits until there are marks, and reads them.</summary>
    /// <param name="after">Those above this number; 0 for those that nobody has collected.</param>
    /// <returns>At most <see cref="BatchMax"/>, in order; none if none came.</returns>
    public async Task<ImmutableArray<TransactionMark>> Read(long after, TimeSpan wait, CancellationToken cancellationToken)
    {
        Enter();
        try
        {
            var started = _time.GetTimestamp();
            while (true)
            {
                if (TryRead(after, out var arrived) is { IsEmpty: false } marks)
                    return marks;

                var left = wait - _time.GetElapsedTime(started);
                if (arrived is null || left <= TimeSpan.Zero)
                    return [];

                try
                {
                    await arrived.WaitAsync(left, _time, cancellationToken);
                }
                catch (TimeoutException)
                {
                    return [];
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Drops all marks; room that is reserved stays so.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            Array.Clear(_ring);
            _oldest = _next;
            _collected = _next - 1;
        }
    }

    /// <summary>From now on nobody waits: the silo stops.</summary>
    public void End()
    {
        TaskCompletionSource? arrived;
        lock (_lock)
        {
            _isEnded = true;
            (arrived, _arrived) = (_arrived, null);
        }

        arrived?.TrySetResult();
    }

    // If there is nothing, and something may come, with what to wait for.
    private ImmutableArray<TransactionMark> TryRead(long after, out Task? arrived)
    {
        lock (_lock)
        {
            var first = after == 0 ? _collected + 1 : Math.Max(after + 1, _oldest);
            var count = (int)Math.Clamp(_next - first, 0, BatchMax);
            if (count > 0)
            {
                arrived = null;
                var marks = ImmutableArray.CreateBuilder<TransactionMark>(count);
                for (var id = first; id < first + count; id++)
                    marks.Add(_ring[id % _ring.Length]!);

                return marks.MoveToImmutable();
            }

            arrived = _isEnded
                ? null
                : (_arrived ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            return [];
        }
    }

    private void Enter()
    {
        lock (_lock)
        {
            _collecting++;
        }
    }

    private void Leave()
    {
        lock (_lock)
        {
            _collecting--;
            _lastSeen = _time.GetTimestamp();
        }
    }
}
