using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Diagnostics;

namespace Marketplace.LocalEngine.Calls;

/// <summary>
/// The calls whose callers wait, by the time at which they stop waiting. All wait equally long, so a ring of lists does: one for
/// each step of a coarse clock, in stripes so that threads seldom meet. A call costs two short locks, and no timer.
/// </summary>
internal sealed class PendingCalls : IDisposable
{
    private const int StepsPerTimeout = 32;
    private const int Stripes = 8;

    // Twice the steps of a time-out: calls of now and of a sweep that is a whole time-out late don't meet in one slot.
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

    public void Add(IGrainRequest request)
    {
        // Rounded up: a call is never given up early.
        var dueStep = StepNow() + StepsPerTimeout + 1;
        var list = (dueStep % Ring * Stripes) + (Environment.CurrentManagedThreadId % Stripes);
        var slot = _slots[list];
        ref var state = ref request.State;
        lock (slot.Lock)
        {
            slot.Calls.Add(request);
            state.DueList = list;
            state.DuePosition = slot.Calls.Count;
        }
    }

    public void Remove(IGrainRequest request)
    {
        ref var state = ref request.State;
        var slot = _slots[state.DueList];
        lock (slot.Lock)
        {
            // It is in no list if it never had a deadline, or if a time-out took it.
            if (state.DuePosition == 0)
                return;

            // The last one takes its place: the order within a list means nothing.
            var last = slot.Calls[^1];
            slot.Calls[state.DuePosition - 1] = last;
            last.State.DuePosition = state.DuePosition;
            slot.Calls.RemoveAt(slot.Calls.Count - 1);
            state.DuePosition = 0;
        }
        if (Volatile.Read(ref _whenEmpty) is { } whenEmpty && Count == 0)
            whenEmpty.TrySetResult();
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
            List<IGrainRequest>? due = null;
            CallGraph? graph = null;
            while (_step < now)
            {
                _step++;
                Take(_step % Ring, ref due, ref graph);
            }
            if (due is null)
                return;
            foreach (var request in due)
                TimeOut(request, graph!);
            if (Volatile.Read(ref _whenEmpty) is { } whenEmpty && Count == 0)
                whenEmpty.TrySetResult();
        }
    }

    private void Take(int step, ref List<IGrainRequest>? due, ref CallGraph? graph)
    {
        for (var stripe = 0; stripe < Stripes; stripe++)
        {
            var slot = _slots[(step * Stripes) + stripe];
            if (slot.Count == 0)
                continue;
            graph ??= new CallGraph(Snapshot());
            lock (slot.Lock)
            {
                foreach (var request in slot.Calls)
                    request.State.DuePosition = 0;
                (due ??= []).AddRange(slot.Calls);
                slot.Calls = [];
            }
        }
    }

    private List<IGrainRequest> Snapshot()
    {
        var calls = new List<IGrainRequest>();
        foreach (var slot in _slots)
        {
            lock (slot.Lock)
                calls.AddRange(slot.Calls);
        }
        return calls;
    }

    private void TimeOut(IGrainRequest request, CallGraph graph)
    {
        ref var state = ref request.State;
        var caller = state.Caller is { } grain ? $"grain {grain.GrainId}" : "a caller outside the grains";
        var what = state.Running is null ? "has not started: it waits for other requests of that grain" : "is running";
        var call = $"{request.Method} on grain {state.Activation.GrainId} by {caller}";
        var message = $"No answer within {_timeout} to the call of {call}. The request {what}.";
        if (graph.FindCycle(request) is { } cycle)
            message += $" Call cycle: {cycle}.";
        if (!request.TryFail(new TimeoutException(message)))
            return;
        CallCancellation.End(request);
        _metrics.TimedOut();
        ((Activations.Activation)state.Activation).ForgetAnswered();
    }

    private sealed class Slot
    {
        public readonly Lock Lock = new();

        public List<IGrainRequest> Calls = [];

        public int Count
        {
            get
            {
                lock (Lock)
                    return Calls.Count;
            }
        }
    }
}
