using System.Collections.Immutable;
using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Receipts;

/// <summary>
/// The receipts of a silo in the order of their numbers, until they are collected. Bounded: whoever will make a receipt reserves room for it
/// first. Receipts that were sent, and not acknowledged by who collects them, are kept as long as nobody else needs their room. Thread-safe.
/// </summary>
internal sealed class ReceiptQueue
{
    /// <summary>Receipts that are handed out at once at most; the rest follows at once.</summary>
    public const int BatchMax = 10_000;

    private const long ReceiptsAMillisecond = 1_000;

    // As long as a collector may take from one question to the next.
    private static readonly TimeSpan Absence = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly TimeProvider _time;
    private readonly Receipt?[] _ring;
    private long _next;
    private long _oldest;
    private long _collected;
    private int _reserved;
    private int _collecting;
    private long _lastSeen = long.MinValue;
    private bool _isEnded;
    private TaskCompletionSource? _arrived;

    /// <param name="most">Receipts that may wait to be collected, room that is reserved included.</param>
    public ReceiptQueue(int most, TimeProvider time)
    {
        _time = time;
        _ring = new Receipt?[most];

        // Below 2^53, so exact in any JSON. A silo that starts again begins above what it gave before: a cursor of then skips nothing.
        _next = (time.GetUtcNow().ToUnixTimeMilliseconds() * ReceiptsAMillisecond) + 1;
        _oldest = _next;
        _collected = _next - 1;
    }

    /// <summary>Receipts that nobody has collected.</summary>
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

    /// <summary>Whether somebody collects receipts: waits for them, or did a moment ago.</summary>
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

    /// <summary>Reserves room for a receipt.</summary>
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

    /// <summary>Adds a receipt in the room that was reserved, and gives it its number.</summary>
    public void Add(Receipt receipt)
    {
        TaskCompletionSource? arrived;
        lock (_lock)
        {
            _reserved--;
            var id = _next++;
            _ring[id % _ring.Length] = receipt with { Id = id };
            _oldest = Math.Max(_oldest, id + 1 - _ring.Length);
            (arrived, _arrived) = (_arrived, null);
        }

        arrived?.TrySetResult();
    }

    /// <summary>Drops the receipts up to a number: they were received.</summary>
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

    /// <summary>Notes that the receipts up to a number were sent. They make room, and are kept until it is needed.</summary>
    public void Sent(long id)
    {
        lock (_lock)
        {
            _collected = Math.Max(_collected, Math.Min(id, _next - 1));
        }
    }

    /// <summary>Waits until there are receipts, and reads them.</summary>
    /// <param name="after">Those above this number; 0 for those that nobody has collected.</param>
    /// <returns>At most <see cref="BatchMax"/>, in order; none if none came.</returns>
    public async Task<ImmutableArray<Receipt>> Read(long after, TimeSpan wait, CancellationToken cancellationToken)
    {
        BeginCollecting();
        try
        {
            var started = _time.GetTimestamp();
            while (true)
            {
                if (TryRead(after, out var arrived) is { IsEmpty: false } receipts)
                    return receipts;

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
            EndCollecting();
        }
    }

    /// <summary>Drops all receipts; room that is reserved stays so.</summary>
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
    private ImmutableArray<Receipt> TryRead(long after, out Task? arrived)
    {
        lock (_lock)
        {
            var first = after == 0 ? _collected + 1 : Math.Max(after + 1, _oldest);
            var count = (int)Math.Clamp(_next - first, 0, BatchMax);
            if (count > 0)
            {
                arrived = null;
                var receipts = ImmutableArray.CreateBuilder<Receipt>(count);
                for (var id = first; id < first + count; id++)
                    receipts.Add(_ring[id % _ring.Length]!);

                return receipts.MoveToImmutable();
            }

            arrived = _isEnded
                ? null
                : (_arrived ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            return [];
        }
    }

    private void BeginCollecting()
    {
        lock (_lock)
        {
            _collecting++;
        }
    }

    private void EndCollecting()
    {
        lock (_lock)
        {
            _collecting--;
            _lastSeen = _time.GetTimestamp();
        }
    }
}

/// <summary>What can be wrong with the number from which receipts are collected.</summary>
internal enum CursorProblem
{
    /// <summary>This silo has made no receipt with that number.</summary>
    Unknown = 0,

    /// <summary>Receipts after it are gone: a reset dropped them, or they were sent before and their room was needed.</summary>
    Gone = 1,
}
