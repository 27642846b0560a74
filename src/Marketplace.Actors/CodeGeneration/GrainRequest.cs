using System.Reflection;
using Orleans.Serialization.Invocation;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>The result of a request whose method returns no value.</summary>
public readonly record struct NoResult;

/// <summary>
/// One call as an object, with its answer. Calls to idle grains need none; it exists for those that wait, pass filters or have
/// become pending.
/// </summary>
/// <typeparam name="TResult">Type of the answer, or <see cref="NoResult"/>.</typeparam>
public abstract class GrainRequest<TResult> : TaskCompletionSource<TResult>, IInvokable, IGrainRequest
{
    private GrainRequestState _state;

    /// <summary>Makes a request. Whoever awaits its answer goes on in a turn of its own, never in the turn that answers.</summary>
    protected GrainRequest()
        : base(TaskCreationOptions.RunContinuationsAsynchronously)
    {
    }

    /// <summary>The method.</summary>
    public abstract GrainMethod Method { get; }

    ref GrainRequestState IGrainRequest.State => ref _state;

    Task IGrainRequest.Answer => Task;

    Action IGrainRequest.Completion => Complete;

    /// <inheritdoc/>
    public abstract int GetArgumentCount();

    /// <inheritdoc/>
    public abstract object? GetArgument(int index);

    /// <inheritdoc/>
    public abstract void SetArgument(int index, object? value);

    /// <inheritdoc/>
    public string GetMethodName() => Method.Name;

    /// <inheritdoc/>
    public string GetInterfaceName() => Method.InterfaceType.FullName ?? Method.InterfaceType.Name;

    /// <inheritdoc/>
    public Type GetInterfaceType() => Method.InterfaceType;

    /// <inheritdoc/>
    public MethodInfo GetMethod() => Method.Resolve();

    Task IGrainRequest.Call(object grain) => Call(grain);

    bool IGrainRequest.TryComplete(Task task)
    {
        if (task.IsCompletedSuccessfully)
            return TrySetResult(task is Task<TResult> typed ? typed.GetAwaiter().GetResult() : default!);
        return task.Exception is { } error ? TrySetException(error.InnerExceptions) : TrySetCanceled(CancellationOf(task));
    }

    bool IGrainRequest.TryFail(Exception exception) => TrySetException(exception);

    object? IGrainRequest.ResultOf(Task task) =>
        task is Task<TResult> typed && typeof(TResult) != typeof(NoResult) ? typed.GetAwaiter().GetResult() : null;

    bool IGrainRequest.TryAnswer(object? result) => TrySetResult(result is null ? default! : (TResult)result);

    /// <summary>Calls the method on a grain object with the arguments.</summary>
    /// <param name="grain">The grain object.</param>
    /// <returns>What the method returned; a Task of <typeparamref name="TResult"/> if it has a result.</returns>
    protected abstract Task Call(object grain);

    /// <summary>The error of an argument position that the method doesn't have.</summary>
    /// <param name="index">The position.</param>
    protected ArgumentOutOfRangeException NoSuchArgument(int index) =>
        new(nameof(index), index, $"{Method} has {GetArgumentCount()} arguments.");

    private void Complete() => _state.Activation.Completed(this);

    // A cancelled task doesn't tell its token except by throwing.
    private static CancellationToken CancellationOf(Task task)
    {
        try
        {
            task.GetAwaiter().GetResult();
            return default;
        }
        catch (OperationCanceledException e)
        {
            return e.CancellationToken;
        }
    }
}
