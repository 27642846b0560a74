using System.Runtime.CompilerServices;
using Marketplace.Engine.Turns.Diagnostics;

namespace Marketplace.Engine.Turns;

/// <summary>
/// One activation as what runs its turns. It is the synchronization context of its grain's code, so that every await comes back to it,
/// and the runtime of all references to the grain, so that a call needs no lookup. It runs one turn at a time: whoever has claimed the
/// mailbox, the turn token, runs turns, nobody else does.
/// </summary>
internal abstract partial class TurnRunner : SynchronizationContext, IThreadPoolWorkItem
{
    /// <summary>Turns after which an activation lets others run.</summary>
    private const int TurnsPerSlice = 64;

    private readonly TurnClass _class;
    private Mailbox _mailbox;
    private InterleavingRules _rules;
    private RequestQueue _waiting;
    private WorkItem? _backlog;
    private Continuation? _spare;

    // Something other than the mailbox asks for the next turn: a completion lets waiting requests start, or the activation leave.
    private bool _attention;

    // Requests in the mailbox. Turns that take long must not let it grow without end.
    private int _arriving;

    // A grain has two or three interfaces.
    private GrainReference[] _references = [];

    protected TurnRunner(TurnClass turnClass, IdSpan key)
    {
        _class = turnClass;
        Key = key;
        _rules = new InterleavingRules(turnClass.IsReentrant);
    }

    public IdSpan Key { get; }
    public GrainId GrainId => GrainId.Create(_class.GrainType, Key);

    /// <summary>The time of its last use, by the clock of the host.</summary>
    protected int LastUse { get; private set; }

    protected ActivationStatus Status { get; set; }

    /// <summary>Whether nothing has come, and no turn runs.</summary>
    protected bool IsIdle => _mailbox.IsFree;

    /// <summary>Requests that have started and are not complete. Changes within turns only.</summary>
    protected int Running => _rules.Running;

    /// <summary>Requests that wait. Changes within turns only.</summary>
    protected int Waiting => _waiting.Count;

    /// <summary>The context of the grain's code; null while there is no activation.</summary>
    protected abstract IGrainContext? Context { get; }

    /// <summary>The context of the grain, for whoever asks from outside its turns.</summary>
    public IGrainContext? GrainContext => Context;

    public GrainReference ReferenceBy(GrainInterface type)
    {
        while (true)
        {
            var references = Volatile.Read(ref _references);
            foreach (var reference in references)
            {
                if (reference.InterfaceType == type.Name)
                    return reference;
            }

            var made = type.Create(_class.Host.References.Shared(_class.GrainType, type.Name, this), Key);
            if (Interlocked.CompareExchange(ref _references, [.. references, made], references) == references)
                return made;
        }
    }

    public void Enqueue(WorkItem item)
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
        var context = Context;
        var outerGrain = default(IGrainContext);
        if (context is not null)
            GrainContextOfThread.Enter(context, out outerGrain);
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
            if (context is not null)
                GrainContextOfThread.Leave(outerGrain);
            SetSynchronizationContext(outer);
        }
    }

    /// <summary>Asks for a turn in which <see cref="Attend"/> looks at what has changed. Called within turns.</summary>
    protected void AskForAttention() => _attention = true;

    /// <summary>Has the host look at the activation, outside turns, while no turn runs; what it asks for follows at once if it can.</summary>
    /// <returns>False if a turn runs.</returns>
    protected bool TryInspect(Action inspect)
    {
        if (!_mailbox.TryClaim())
            return false;
        inspect();
        if (_attention && _class.Scheduler.TryBeginInline())
        {
            var outer = Current;
            SetSynchronizationContext(this);
            Attend();
            SetSynchronizationContext(outer);
            _class.Scheduler.EndInline();
        }

        EndTurn();
        return true;
    }

    /// <summary>Called when a request that may not start yet arrives.</summary>
    protected virtual void OnWaiting()
    {
    }

    /// <summary>Called in a turn when a draining activation has no request that runs.</summary>
    protected abstract void OnDrained();

    /// <summary>Hands a request on to where the grain is now.</summary>
    protected abstract void PassOn(GrainRequest request);

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

    private void RunTurn(WorkItem item)
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
                _class.Host.Log.UnawaitedFailed(GrainId, e);
            }
        }
        else
        {
            Arrive(Unsafe.As<GrainRequest>(item));
        }
    }

    // Ends a turn that ran on its caller's thread; what has come meanwhile runs on the scheduler.
    private void EndTurn()
    {
        if (_attention || !_mailbox.TryRelease())
            _class.Scheduler.Schedule(this);
    }

    // What one turn left in async-local values is not for the next one.
    private void RestoreExecutionContext()
    {
        var context = _class.Scheduler.DefaultExecutionContext;
        if (!ReferenceEquals(ExecutionContext.Capture(), context))
            ExecutionContext.Restore(context);
    }
}
