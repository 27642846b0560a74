using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns;

/// <summary>
/// A request that waits for its turn, or that has become pending: with its answer, and what the host needs while somebody waits for it.
/// A call to an idle grain that completes at once needs none.
/// </summary>
internal abstract class GrainRequest : WorkItem
{
    private ValueTask<Response> _running;
    private Action? _completed;

    /// <param name="options">How it may interleave, and whether it is answered.</param>
    protected GrainRequest(TurnRunner target, IInvokable invokable, InvokeMethodOptions options)
    {
        Target = target;
        Invokable = invokable;
        Options = options;
    }

    public TurnRunner Target { get; set; }
    public IInvokable Invokable { get; }
    public InvokeMethodOptions Options { get; }

    /// <summary>The calling activation; null when the caller isn't a grain of this host.</summary>
    public TurnRunner? Caller { get; init; }

    /// <summary>What flows with the request; null if nothing does.</summary>
    public RequestContextValues? Context { get; init; }

    /// <summary>Watches the token that the caller gave; null if there is none.</summary>
    public IDisposable? Cancellation { get; set; }

    /// <summary>Where the request is among those that have a deadline, and which that is: kept by <see cref="Calls.PendingCalls"/>.</summary>
    public int DueList { get; set; }

    public int DuePosition { get; set; }
    public int DueStep { get; set; }

    /// <summary>Whether it is in the mailbox and counts against its limit.</summary>
    public bool IsArriving { get; set; }

    /// <summary>Whether the method has begun.</summary>
    public bool HasStarted { get; set; }

    /// <summary>Whether the caller has an answer.</summary>
    public abstract bool IsAnswered { get; }

    /// <summary>Whether the request belongs to one activation, and ends with it instead of going to the next one.</summary>
    public virtual bool IsOfActivation => false;

    /// <summary>Whether this is a call, for which limits hold; ticks and events are the host's own.</summary>
    public virtual bool IsCall => true;

    /// <summary>Whether the request counts as use of the grain, which keeps it from being collected as idle.</summary>
    public virtual bool IsUse => true;

    /// <summary>Runs the request. Called in a turn of the target.</summary>
    public abstract ValueTask<Response> Run();

    /// <summary>Answers; false when the caller has an answer already, such as a time-out.</summary>
    public abstract bool TryAnswer(Response response);

    public abstract bool TryFail(Exception exception);

    public abstract bool TryCancel(CancellationToken token);

    /// <summary>Notes, within a turn of the target, that the method is pending; its completion comes back as a turn, or inside one.</summary>
    public void Suspend(ValueTask<Response> running)
    {
        _running = running;
        running.GetAwaiter().UnsafeOnCompleted(_completed ??= Completed);
    }

    public override string ToString() => $"{Invokable.GetInterfaceType().Name}.{Invokable.GetMethodName()}";

    private void Completed() => Target.Completed(this, ResultOf(_running));

    // Requests answer with exceptions and do not throw them; a filter of somebody else's might.
    private static Response ResultOf(ValueTask<Response> running)
    {
        try
        {
            return running.GetAwaiter().GetResult();
        }
        catch (Exception e)
        {
            return Response.FromException(e);
        }
    }
}
