using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns;

/// <summary>The result of a call whose method returns no value.</summary>
internal readonly struct NoResult;

/// <summary>A call of a grain's method.</summary>
/// <typeparam name="TResult">Type of the result, <see cref="NoResult"/>, or <see cref="Response"/> for who wants the answer as it is.</typeparam>
internal class CallRequest<TResult>(TurnRunner target, IInvokable invokable, InvokeMethodOptions options)
    : GrainRequest(target, invokable, options)
{
    // Whoever awaits the answer goes on in a turn of its own, never in the turn that answers.
    private readonly TaskCompletionSource<TResult?> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<TResult?> Answer => _answer.Task;
    public override bool IsAnswered => _answer.Task.IsCompleted;

    public override ValueTask<Response> Run() => Target.Invoke(Invokable, Caller);

    public override bool TryAnswer(Response response)
    {
        if (typeof(TResult) == typeof(Response))
            return _answer.TrySetResult((TResult)(object)response);
        if (response.Exception is { } exception)
        {
            return exception is OperationCanceledException cancelled && cancelled.CancellationToken.IsCancellationRequested
                ? _answer.TrySetCanceled(cancelled.CancellationToken)
                : TryFail(exception);
        }

        var result = typeof(TResult) == typeof(NoResult) ? default : response.GetResult<TResult>();
        response.Dispose();
        return _answer.TrySetResult(result);
    }

    public override bool TryFail(Exception exception) => typeof(TResult) == typeof(Response)
        ? _answer.TrySetResult((TResult)(object)Response.FromException(exception))
        : _answer.TrySetException(exception);

    /// <summary>Tells who waits that the request did not begin and must run elsewhere.</summary>
    public void AnswerElsewhere() => _answer.TrySetResult(default);

    public override bool TryCancel(CancellationToken token) => _answer.TrySetCanceled(token);
}
