using Marketplace.Engine.Turns;
using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Inline;

/// <summary>
/// The turns of one activation of a real silo. Orleans places, activates, finds and deactivates the grain; from its first request to its
/// deactivation all turns of its code run here, so that a call from this silo to an idle grain runs on its caller's thread. Requests that
/// come as messages take their turns here too.
/// </summary>
/// <remarks>
/// References have a lane as their runtime. One whose grain is not active here sends calls by message; one that has closed hands on to the
/// next lane of the grain. A lane serves one activation.
/// </remarks>
internal sealed class Lane : TurnRunner
{
    private readonly LaneClass _class;
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IGrainContext? _context;
    private Lane? _successor;

    public Lane(LaneClass laneClass, IdSpan key)
        : base(laneClass, key)
    {
        _class = laneClass;
        LastCall = Lanes.Now;
    }

    /// <summary>Whether calls can run in it.</summary>
    public bool IsOpen => Status is ActivationStatus.Active or ActivationStatus.Draining;

    public bool IsClosed => Status == ActivationStatus.Gone;

    /// <summary>By the coarse clock: until when Orleans has been told to keep the activation for calls that it does not see.</summary>
    public int KeptFor { get; set; }

    /// <summary>Until when the grain itself asked to be kept; the default if it did not.</summary>
    public DateTimeOffset KeepUntil { get; private set; }

    /// <summary>How long the activation may be idle; null if it is never collected.</summary>
    public TimeSpan? CollectionAge => _class.CollectionAge;

    /// <summary>The coarse time of the last call by message, for lanes of grains that are not active here.</summary>
    public int LastCall { get; private set; }

    /// <summary>The coarse time of the last use.</summary>
    public int LastUsed => LastUse;

    /// <summary>Whether a request runs.</summary>
    public bool IsBusy => Running > 0;

    protected override IGrainContext? Context => _context;
    private LaneTable Lanes => _class.Lanes;

    // Whoever has a reference may have it for long: longer than this lane serves.
    private Lane Successor
    {
        get
        {
            if (_successor is { IsClosed: false } known)
                return known;
            var current = Lanes.Get(GrainId);
            return ReferenceEquals(current, this) ? this : _successor = current;
        }
    }

    // Another lane serves the grain: this one has closed, or was forgotten while nobody called.
    private bool IsSucceeded => IsClosed || !ReferenceEquals(Successor, this);

    /// <summary>Takes over the turns of an activation, in its first request.</summary>
    /// <returns>False if it serves another activation, or has closed.</returns>
    public bool TryOpen(IGrainContext context)
    {
        if (Interlocked.CompareExchange(ref _context, context, null) is not null)
            return ReferenceEquals(_context, context) && IsOpen;
        KeptFor = Lanes.Now;
        Interlocked.MemoryBarrier();
        Status = ActivationStatus.Active;
        Lanes.Metrics.Activated();
        return true;
    }

    /// <summary>The fence goes down behind the requests that run; nobody waits until it has.</summary>
    public void BeginClose() => Post(static lane => ((Lane)lane!).BeginDraining(), this);

    /// <summary>
    /// The fence: lets the requests that run end, hands on those that wait, and from then on all others. When the token is cancelled it
    /// closes with requests that run, as Orleans deactivates a grain whose time is up.
    /// </summary>
    public async Task Close(CancellationToken cancellationToken)
    {
        BeginClose();
        await using var cut = cancellationToken.UnsafeRegister(
            static lane => ((Lane)lane!).Post(static lane => ((Lane)lane!).End(), lane), this);
        await _closed.Task;
    }

    /// <summary>Notes that the grain wants to stay for a time.</summary>
    public void AskedToStay(TimeSpan time) => KeepUntil =
        time == Timeout.InfiniteTimeSpan || time == TimeSpan.MaxValue ? DateTimeOffset.MaxValue
        : time > TimeSpan.Zero ? Lanes.Time.GetUtcNow() + time
        : default;

    public override object Cast(IAddressable grain, Type interfaceType) => Lanes.Runtime.Cast(grain, interfaceType);

    /// <summary>Has a request that came as a message take its turn.</summary>
    /// <returns>The answer; null if it must run elsewhere.</returns>
    public Task<Response?> Deliver(MessageRequest request)
    {
        Enqueue(request);
        return request.Answer;
    }

    protected override ValueTask<TResult?> Send<TResult>(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
        where TResult : default
    {
        if (IsOpen && (options & InvokeMethodOptions.OneWay) == 0)
            return new(Await(NewCall<TResult>(reference, invokable, options)));
        if (IsSucceeded)
            return Successor.Call<TResult>(reference, invokable, options);
        NoteMessage();
        return Lanes.Runtime.InvokeMethodAsync<TResult>(reference, invokable, options)!;
    }

    protected override ValueTask Send(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if (IsOpen && (options & InvokeMethodOptions.OneWay) == 0)
            return new(Await(NewCall<NoResult>(reference, invokable, options)));
        if (IsSucceeded)
            return Successor.Call(reference, invokable, options);
        NoteMessage();
        return Lanes.Runtime.InvokeMethodAsync(reference, invokable, options);
    }

    protected override ValueTask<Response?> SendForResponse(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        if (IsOpen && (options & InvokeMethodOptions.OneWay) == 0)
            return new(Await(NewRequest<Response>(invokable, options)));
        return IsSucceeded ? Successor.CallForResponse(reference, invokable, options) : default;
    }

    // Nobody waits for it, so nothing is gained by a turn on the caller's thread.
    protected override void SendOneWay(GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    {
        NoteMessage();
        Lanes.Runtime.InvokeMethod(reference, invokable, options);
    }

    // Orleans runs the filters; the last of them comes back here (LaneCallFilter).
    protected override ValueTask<TResult?> SendThroughFilters<TResult>(
        GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
        where TResult : default => Lanes.Runtime.InvokeMethodAsync<TResult>(reference, invokable, options)!;

    protected override ValueTask SendThroughFilters(GrainReference reference, IInvokable invokable, InvokeMethodOptions options) =>
        Lanes.Runtime.InvokeMethodAsync(reference, invokable, options);

    protected override void OnDrained() => End();

    protected override void PassOn(GrainRequest request)
    {
        Lanes.Pending.Remove(request);
        if (request is ILaneCall call)
            _ = call.Resend(Lanes.Runtime);
        else
            ((CallRequest<Response>)request).AnswerElsewhere();
    }

    private LaneCall<TResult> NewCall<TResult>(GrainReference reference, IInvokable invokable, InvokeMethodOptions options) =>
        new(this, reference, invokable, options) { Caller = Current as TurnRunner, Context = RequestContextValues.Capture() };

    private void NoteMessage()
    {
        LastCall = Lanes.Now;
    }

    private void BeginDraining()
    {
        if (Status >= ActivationStatus.Draining)
            return;
        Status = ActivationStatus.Draining;
        AskForAttention();
    }

    private void End()
    {
        if (IsClosed)
            return;
        var served = _context is not null;
        Lanes.Remove(this);
        Status = ActivationStatus.Gone;
        if (served)
            Lanes.Metrics.Deactivated();
        PassOnWaiting();
        _closed.TrySetResult();
    }
}
