using System.Reflection;
using System.Runtime.ExceptionServices;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>A call on its way through filters.</summary>
internal abstract class GrainCall(IInvokable request, TurnHost host) : IGrainCallContext
{
    private int _next;

    public IInvokable Request => request;
    public abstract object Grain { get; }
    public abstract GrainId? SourceId { get; }
    public abstract GrainId TargetId { get; }
    public GrainInterfaceType InterfaceType => host.References.Interfaces.Find(request.GetInterfaceType())?.Name ?? default;
    public string InterfaceName => request.GetInterfaceName();
    public string MethodName => request.GetMethodName();
    public MethodInfo InterfaceMethod => request.GetMethod();

    public object? Result
    {
        get => Response?.Result;
        set => Response = Response.FromResult(value);
    }

    public Response? Response { get; set; }

    /// <summary>The rest of the way. A filter may call this more than once: each time the filters behind it and the grain are called.</summary>
    public Task Invoke()
    {
        var position = _next;
        if (!HasFilter(position))
            return DeliverOrFail();
        _next = position + 1;
        try
        {
            var passing = PassFilter(position);

            // Before the first filter is nobody who could call once more.
            if (!passing.IsCompleted)
                return position > 0 ? LeaveLater(position, passing) : passing;
            _next = position;
            return passing;
        }
        catch
        {
            _next = position;
            throw;
        }
    }

    /// <summary>
    /// The rest of the way, for a filter that takes the answer and puts it where it belongs: what the grain has thrown is in it. To throw it costs
    /// more than all the rest of the way.
    /// </summary>
    /// <returns>The answer; null for one without a result.</returns>
    public ValueTask<Response?> Ask() => HasFilter(_next) ? new(AnswerLater(Invoke())) : Deliver();

    /// <summary>Whether there is a filter at a position.</summary>
    protected abstract bool HasFilter(int position);

    /// <summary>Has the filter at a position run.</summary>
    protected abstract Task PassFilter(int position);

    /// <summary>Calls the grain.</summary>
    /// <returns>The answer; null for one without a result.</returns>
    protected abstract ValueTask<Response?> Deliver();

    /// <summary>Goes the whole way.</summary>
    /// <returns>Null if the answer is there at once; else ends when it is.</returns>
    protected Task? Pass()
    {
        // What a filter sets in async-local values goes on to the grain, and not back to the caller.
        var execution = ExecutionContext.Capture();
        try
        {
            var passing = Invoke();
            if (!passing.IsCompleted)
                return passing;
            Response = Answer(passing);
            return null;
        }
        catch (Exception e)
        {
            Response = Response.FromException(e);
            return null;
        }
        finally
        {
            if (execution is not null && !ReferenceEquals(execution, ExecutionContext.Capture()))
                ExecutionContext.Restore(execution);
        }
    }

    /// <summary>The answer of a call that has gone the whole way.</summary>
    /// <param name="passed">How it ended.</param>
    /// <returns>The answer, with the exception if one came back.</returns>
    public Response Answer(Task passed) => passed.IsCompletedSuccessfully ? Response ?? Response.Completed
        : Response.FromException(passed.Exception?.InnerException ?? new TaskCanceledException(passed));

    protected async Task<Response?> AnswerLater(Task passing)
    {
        // To catch an exception costs more than all the rest of the way.
        await passing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        return Answer(passing);
    }

    private async Task LeaveLater(int position, Task passing)
    {
        try
        {
            await passing;
        }
        finally
        {
            _next = position;
        }
    }

    private Task DeliverOrFail()
    {
        var delivery = Deliver();
        if (!delivery.IsCompletedSuccessfully)
            return DeliverLater(delivery);
        Response = delivery.Result ?? Response.Completed;
        return Response.Exception is { } exception ? Task.FromException(exception) : Task.CompletedTask;
    }

    private async Task DeliverLater(ValueTask<Response?> delivery)
    {
        Response = await delivery ?? Response.Completed;
        if (Response.Exception is { } exception)
            ExceptionDispatchInfo.Throw(exception);
    }
}
