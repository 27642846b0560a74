using System.Threading.Tasks.Sources;

namespace Marketplace.Driver.Load;

/// <summary>
/// Hands arrivals to workers that wait for one, first come first served; those that find no worker wait, up to a bound. A worker may be resumed
/// by the thread that adds: waking another thread takes longer than sending a request.
/// </summary>
/// <param name="capacity">Arrivals that may wait.</param>
internal sealed class ArrivalQueue(int capacity)
{
    /// <summary>What a worker gets when there is nothing more to take.</summary>
    public const long Ended = long.MinValue;

    private readonly Lock _gate = new();
    private readonly Queue<long> _due = new();
    private readonly Queue<ITaker> _waiting = new();
    private bool _isEnded;

    /// <summary>Arrivals that wait for a worker.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _due.Count;
        }
    }

    /// <param name="arrival">When it was due.</param>
    /// <param name="isHere">True if a worker that waits is to be resumed by this thread, false if by another.</param>
    /// <returns>False if so many wait already.</returns>
    public bool TryAdd(long arrival, bool isHere)
    {
        ITaker? taker;
        lock (_gate)
        {
            if (!_waiting.TryDequeue(out taker))
            {
                if (_due.Count >= capacity) return false;
                _due.Enqueue(arrival);
                return true;
            }
        }

        taker.Give(arrival, isHere);
        return true;
    }

    /// <summary>Takes an arrival, or waits for one.</summary>
    /// <returns>When it was due; <see cref="Ended"/> if there is none and comes none.</returns>
    public ValueTask<long> Take(Taker taker)
    {
        lock (_gate)
        {
            if (_due.TryDequeue(out var arrival)) return new ValueTask<long>(arrival);
            if (_isEnded) return new ValueTask<long>(Ended);
            _waiting.Enqueue(taker);
            return taker.Expect();
        }
    }

    /// <summary>Takes an arrival, or holds the calling thread until there is one.</summary>
    /// <returns>When it was due; <see cref="Ended"/> if there is none and comes none.</returns>
    public long Take(ThreadTaker taker)
    {
        lock (_gate)
        {
            if (_due.TryDequeue(out var arrival)) return arrival;
            if (_isEnded) return Ended;
            taker.Expect();
            _waiting.Enqueue(taker);
        }

        return taker.Wait();
    }

    /// <summary>Adds no more: workers that wait are told.</summary>
    public void End()
    {
        ITaker[] waiting;
        lock (_gate)
        {
            _isEnded = true;
            waiting = [.. _waiting];
            _waiting.Clear();
        }

        foreach (var taker in waiting)
            taker.Give(Ended, isHere: false);
    }

    /// <summary>Takes out what no worker will take.</summary>
    /// <returns>How many they were.</returns>
    public int Clear()
    {
        lock (_gate)
        {
            var count = _due.Count;
            _due.Clear();
            return count;
        }
    }

    /// <summary>Who waits for an arrival.</summary>
    private interface ITaker
    {
        void Give(long arrival, bool isHere);
    }

    /// <summary>A thread that takes arrivals.</summary>
    internal sealed class ThreadTaker : ITaker, IDisposable
    {
        // Many threads wait here: none of them may spin.
        private readonly ManualResetEventSlim _given = new(initialState: false, spinCount: 0);
        private long _arrival;

        public void Dispose() => _given.Dispose();

        internal void Expect() => _given.Reset();

        internal long Wait()
        {
            _given.Wait();
            return _arrival;
        }

        void ITaker.Give(long arrival, bool isHere)
        {
            _arrival = arrival;
            _given.Set();
        }
    }

    /// <summary>A worker that takes arrivals.</summary>
    internal sealed class Taker : ITaker, IValueTaskSource<long>
    {
        private ManualResetValueTaskSourceCore<long> _core;

        public long GetResult(short token) => _core.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _core.OnCompleted(continuation, state, token, flags);

        internal ValueTask<long> Expect()
        {
            _core.Reset();
            return new ValueTask<long>(this, _core.Version);
        }

        void ITaker.Give(long arrival, bool isHere)
        {
            _core.RunContinuationsAsynchronously = !isHere;
            _core.SetResult(arrival);
        }
    }
}
