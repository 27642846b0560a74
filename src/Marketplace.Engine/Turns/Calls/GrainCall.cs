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
    /// The rest of the way, for a filter that looks at <see cref="Response"/>: what the grain has thrown is there alone. To throw it here too costs
    /// more than the call.
    /// </summary>
    public Task InvokeForAnswer()
    {
        if (HasFilter(_next))
            return Invoke();
        var delivery = Deliver();
        if (!delivery.IsCompletedSuccessfully)
            return AnswerLater(delivery);
        Response = delivery.Result;
        return Task.CompletedTask;
    }

    /// <summary>Whether there is a filter at a position.</summary>
    protected abstract bool HasFilter(int position);

    /// <summary>Has the filter at a position run.</summary>
    protected abstract Task PassFilter(int position);

    protected abstract ValueTask<Response> Deliver();

    /// <summary>Goes the whole way.</summary>
    /// <returns>The answer, with the exception if one came back.</returns>
    protected ValueTask<Response> Run()
    {
        // What a filter sets in async-local values goes on to the grain, and not back to the caller.
        var execution = ExecutionContext.Capture();
        try
        {
            var running = Invoke();
            return running.IsCompletedSuccessfully ? new(Response ?? Response.Completed) : RunLater(running);
        }
        catch (Exception e)
        {
            return new(Response.FromException(e));
        }
        finally
        {
            if (execution is not null && !ReferenceEquals(execution, ExecutionContext.Capture()))
                ExecutionContext.Restore(execution);
        }
    }

    private async ValueTask<Response> RunLater(Task running)
    {
        // To catch an exception costs more than all the rest of the way.
        await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        return running.IsCompletedSuccessfully ? Response ?? Response.Completed
            : Response.FromException(running.Exception?.InnerException ?? new TaskCanceledException(running));
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
        Response = delivery.Result;
        return Response.Exception is { } exception ? Task.FromException(exception) : Task.CompletedTask;
    }

    private async Task AnswerLater(ValueTask<Response> delivery) => Response = await delivery;

    private async Task DeliverLater(ValueTask<Response> delivery)
    {
        Response = await delivery;
        if (Response.Exception is { } exception)
            ExceptionDispatchInfo.Throw(exception);
    }
}
