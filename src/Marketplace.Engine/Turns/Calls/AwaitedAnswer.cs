using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Turns.Calls;

/// <summary>
/// The result of a call that passes filters and is not there yet. An exception in the answer goes on to the caller and is thrown there alone: an
/// async method would throw it once more.
/// </summary>
/// <typeparam name="TResult">Type of the result, or <see cref="NoResult"/>.</typeparam>
internal sealed class AwaitedAnswer<TResult> : TaskCompletionSource<TResult?>
{
    private readonly ValueTask<Response> _running;

    private AwaitedAnswer(ValueTask<Response> running)
    {
        _running = running;
        running.GetAwaiter().UnsafeOnCompleted(Take);
    }

    /// <summary>Waits for it, and comes back to the context of the caller as an await does.</summary>
    public static Task<TResult?> Of(ValueTask<Response> running) => new AwaitedAnswer<TResult>(running).Task;

    private void Take()
    {
        try
        {
            var response = _running.GetAwaiter().GetResult();
            if (response.Exception is { } exception)
                TrySetException(exception);
            else
                TrySetResult(typeof(TResult) == typeof(NoResult) ? default : response.GetResult<TResult>());
        }
        catch (Exception exception)
        {
            TrySetException(exception);
        }
    }
}
