using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Diagnostics;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Activations;

/// <summary>
/// One grain in memory. It is the synchronization context of its own code, so that every await comes back to it, and it runs one
/// turn at a time: whoever has claimed the mailbox runs turns, nobody else does.
/// </summary>
internal sealed partial class Activation : RequestRunner, IThreadPoolWorkItem
{
    /// <summary>Turns after which an activation lets others run.</summary>
    private const int TurnsPerSlice = 64;

    private readonly GrainClass _class;
    private Mailbox _mailbox;
    private InterleavingRules _rules;
    private RequestQueue _waiting;
    private IWorkItem? _backlog;
    private Continuation? _spare;
    private object? _grain;
    private ActivationStatus _status;

    // Something other than the mailbox asks for the next turn: a completion lets waiting requests start, or the activation leave.
    private bool _attention;

    public Activation(GrainClass grainClass, IdSpan key)
    {
        _class = grainClass;
        Key = key;
        _rules = new InterleavingRules(grainClass.IsReentrant);
    }

    public IdSpan Key { get; }

    public override GrainId GrainId => new(_class.GrainType, Key);

    public bool IsGone => _status == ActivationStatus.Gone;

    private Engine Engine => _class.Engine;

    /// <summary>Claims a turn for a call that begins on this thread, if nothing stands in its way.</summary>
    public bool TryClaim(GrainMethodOptions options, out object grain)
    {
        if (_mailbox.TryClaim())
        {
            if (_status == ActivationStatus.Active && _rules.MayStart(options))
            {
                _lastUse = Engine.Collector.Now;
                grain = _grain!;
                return true;
            }
            EndTurn();
        }
        grain = null!;
        return false;
    }

    /// <summary>Ends a turn that ran on its caller's thread; what has come meanwhile runs on the scheduler.</summary>
    public void EndTurn()
    {
        if (_attention || !_mailbox.TryRelease())
            _class.Scheduler.Schedule(this);
    }

    /// <summary>Notes, within the turn that began it, that a method is pending.</summary>
    public void Pending(IGrainRequest request, Task running)
    {
        ref var state = ref request.State;
        state.Activation = this;
        state.Running = running;
        _rules.Started(request.Method.Options);

        // This activation is the current context, so that the completion comes back as a turn, or inside one.
        running.GetAwaiter().UnsafeOnCompleted(request.Completion);
    }

    public void Enqueue(IWorkItem item)
    {
        if (_mailbox.Add(item))
            _class.Scheduler.Schedule(this);
    }

    public override void Post(SendOrPostCallback d, object? state)
    {
        var continuation = Interlocked.Exchange(ref _spare, null) ?? new Continuation();
        continuation.Set(d, state);
        Enqueue(continuation);
    }

    public override void Send(SendOrPostCallback d, object? state) =>
        throw new NotSupportedException("Nothing may block on an activation: use Post.");

    public override SynchronizationContext CreateCopy() => this;

    /// <summary>Runs turns until there are none; the mailbox is claimed.</summary>
    public void Execute()
    {
        var outer = Current;
        SetSynchronizationContext(this);
        try
        {
            for (var turns = 0; turns < TurnsPerSlice; turns++)
            {
                if (!TryRunTurn())
                    return;
            }
            _class.Scheduler.Schedule(this, behindOthers: true);
        }
        finally
        {
            SetSynchronizationContext(outer);
        }
    }

    private bool TryRunTurn()
    {
        while (true)
        {
            if (_attention)
            {
                Attend();
                RestoreExecutionContext();
                return true;
            }
            _backlog ??= _mailbox.TakeAll();
            if (_backlog is { } item)
            {
                _backlog = item.Next;
                RunTurn(item);
                RestoreExecutionContext();
                return true;
            }
            if (_mailbox.TryRelease())
                return false;
        }
    }

    private void RunTurn(IWorkItem item)
    {
        if (item is Continuation continuation)
        {
            var callback = continuation.Take(out var state);
            Volatile.Write(ref _spare, continuation);
            try
            {
                callback(state);
            }
            catch (Exception e)
            {
                // Only code that nobody awaits throws here; it must not take the process down with it.
                Engine.Log.UnawaitedFailed(GrainId, e);
            }
        }
        else
        {
            Arrive((IGrainRequest)item);
        }
    }

    // What one turn left in async-local values is not for the next one.
    private void RestoreExecutionContext()
    {
        var context = _class.Scheduler.DefaultExecutionContext;
        if (!ReferenceEquals(ExecutionContext.Capture(), context))
            ExecutionContext.Restore(context);
    }
}
