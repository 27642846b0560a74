using Marketplace.Engine.Turns.Diagnostics;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>
/// The calls whose callers wait, by the time at which they stop waiting: a ring of lists, one for each step of a coarse clock, in
/// stripes so that threads seldom meet. A call costs two short locks, and no timer.
/// </summary>
internal sealed class PendingCalls : IDisposable
{
    private const int StepsPerTimeout = 32;
    private const int Stripes = 8;
    private const int Ring = 2 * StepsPerTimeout;

    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;
    private readonly EngineMetrics _metrics;
    private readonly long _stepTicks;
    private readonly long _start;
    private readonly Slot[] _slots;
    private readonly ITimer _timer;
    private readonly Lock _sweeping = new();
    private TaskCompletionSource? _whenEmpty;
    private int _step;

    /// <param name="timeout">How long a caller waits, where the method does not say otherwise.</param>
    public PendingCalls(TimeSpan timeout, TimeProvider time, EngineMetrics metrics)
    {
        _timeout = timeout;
        _time = time;
        _metrics = metrics;
        _stepTicks = Math.Max(1, timeout.Ticks / StepsPerTimeout);
        _start = time.GetTimestamp();
        _slots = new Slot[Ring * Stripes];
        for (var i = 0; i < _slots.Length; i++)
            _slots[i] = new Slot();
        var step = TimeSpan.FromTicks(_stepTicks);
        _timer = time.CreateTimer(static calls => ((PendingCalls)calls!).Sweep(), this, step, step);
    }

    public int Count
    {
        get
        {
            var count = 0;
            foreach (var slot in _slots)
                count += slot.Count;
            return count;
        }
    }

    public void Add(GrainRequest request)
    {
        // Rounded up: a call is never given up early.
        var steps = request.Invokable.GetDefaultResponseTimeout() is { } own
            ? (int)Math.Min((own.Ticks + _stepTicks - 1) / _stepTicks, int.MaxValue / 4)
            : StepsPerTimeout;
        var dueStep = StepNow() + steps + 1;
        var list = (dueStep % Ring * Stripes) + (Environment.CurrentManagedThreadId % Stripes);
        var slot = _slots[list];
        lock (slot.Lock)
        {
            slot.Calls.Add(request);
            request.DueStep = dueStep;
            request.DueList = list;
            request.DuePosition = slot.Calls.Count;
        }
    }

    public void Remove(GrainRequest request)
    {
        var slot = _slots[request.DueList];
        lock (slot.Lock)
        {
            if (!slot.TryRemove(request))
                return;
        }

        if (Volatile.Read(ref _whenEmpty) is { } whenEmpty && Count == 0)
            whenEmpty.TrySetResult();
    }

    /// <summary>Whether a call by an activation waits that belongs to a call chain. Looks at all calls: few chains come back.</summary>
    public bool HasCall(TurnRunner caller, Guid callChain)
    {
        foreach (var slot in _slots)
        {
            lock (slot.Lock)
            {
                foreach (var call in slot.Calls)
                {
                    if (ReferenceEquals(call.Caller, caller) && call.Context?.CallChain == callChain)
                        return true;
                }
            }
        }

        return false;
    }

    /// <summary>Completes at a moment when no call is pending.</summary>
    public Task WhenEmpty()
    {
        var whenEmpty = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _whenEmpty, whenEmpty);
        if (Count == 0)
            whenEmpty.TrySetResult();
        return whenEmpty.Task;
    }

    public void Dispose() => _timer.Dispose();

    private int StepNow() => (int)(_time.GetElapsedTime(_start).Ticks / _stepTicks);

    private void Sweep()
    {
        lock (_sweeping)
        {
            var now = StepNow();
            List<GrainRequest>? due = null;
            CallGraph? graph = null;

            // After a stall one round through the ring sees everything.
            for (var step = Math.Max(_step + 1, now - Ring + 1); step <= now; step++)
                Take(step % Ring, now, ref due, ref graph);
            _step = Math.Max(_step, now);
            if (due is null)
                return;
            foreach (var request in due)
                TimeOut(request, graph!);
            if (Volatile.Read(ref _whenEmpty) is { } whenEmpty && Count == 0)
                whenEmpty.TrySetResult();
        }
    }

    // Calls of a later round through the ring stay where they are: they have just begun, or their methods have a time-out of their own.
    private void Take(int step, int now, ref List<GrainRequest>? due, ref CallGraph? graph)
    {
        for (var stripe = 0; stripe < Stripes; stripe++)
        {
            var slot = _slots[(step * Stripes) + stripe];
            if (slot.Count == 0)
                continue;
            graph ??= new CallGraph(Snapshot());
            lock (slot.Lock)
            {
                for (var i = slot.Calls.Count - 1; i >= 0; i--)
                {
                    var request = slot.Calls[i];
                    if (request.DueStep > now)
                        continue;
                    slot.TryRemove(request);
                    (due ??= []).Add(request);
                }
            }
        }
    }

    private List<GrainRequest> Snapshot()
    {
        var calls = new List<GrainRequest>();
        foreach (var slot in _slots)
        {
            lock (slot.Lock)
                calls.AddRange(slot.Calls);
        }

        return calls;
    }

    private void TimeOut(GrainRequest request, CallGraph graph)
    {
        var timeout = request.Invokable.GetDefaultResponseTimeout() ?? _timeout;
        var caller = request.Caller is { } grain ? $"grain {grain.GrainId}" : "a caller outside the grains";
        var what = request.HasStarted ? "is running" : "has not started: it waits for other requests of that grain";
        var call = $"{request} on grain {request.Target.GrainId} by {caller}";
        var message = $"No answer within {timeout} to the call of {call}. The request {what}.";
        if (graph.FindCycle(request) is { } cycle)
            message += $" Call cycle: {cycle}.";
        if (!request.TryFail(new TimeoutException(message)))
            return;
        request.Cancellation?.Dispose();
        _metrics.TimedOut();
        request.Target.ForgetAnswered();
    }

    private sealed class Slot
    {
        public readonly Lock Lock = new();

        public readonly List<GrainRequest> Calls = [];

        public int Count
        {
            get
            {
                lock (Lock)
                    return Calls.Count;
            }
        }

        /// <returns>False if it is in no list: it never had a deadline, or a time-out took it.</returns>
        public bool TryRemove(GrainRequest request)
        {
            if (request.DuePosition == 0)
                return false;

            // The last one takes its place: the order within a list means nothing.
            var last = Calls[^1];
            Calls[request.DuePosition - 1] = last;
            last.DuePosition = request.DuePosition;
            Calls.RemoveAt(Calls.Count - 1);
            request.DuePosition = 0;
            return true;
        }
    }
}
