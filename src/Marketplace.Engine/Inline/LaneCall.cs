using Marketplace.Engine.Turns;
using Orleans.CodeGeneration;
using Orleans.Serialization.Invocation;

namespace Marketplace.Engine.Inline;

/// <summary>A call that goes by message if its lane closes before it has begun.</summary>
internal interface ILaneCall
{
    /// <summary>Sends it, and answers with what comes back.</summary>
    Task Resend(IGrainReferenceRuntime runtime);
}

/// <inheritdoc cref="ILaneCall"/>
internal sealed class LaneCall<TResult>(Lane lane, GrainReference reference, IInvokable invokable, InvokeMethodOptions options)
    : CallRequest<TResult>(lane, invokable, options), ILaneCall
{
    public async Task Resend(IGrainReferenceRuntime runtime)
    {
        Context?.Apply();
        try
        {
            if (typeof(TResult) == typeof(NoResult))
            {
                await runtime.InvokeMethodAsync(reference, Invokable, Options);
                TryAnswer(Response.Completed);
            }
            else
            {
                TryAnswer(Response.FromResult(await runtime.InvokeMethodAsync<TResult>(reference, Invokable, Options)));
            }
        }
        catch (Exception e)
        {
            TryAnswer(Response.FromException(e));
        }
        finally
        {
            Cancellation?.Dispose();
        }
    }
}
