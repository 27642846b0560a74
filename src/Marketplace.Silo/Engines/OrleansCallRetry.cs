using Marketplace.Engine.Inline;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Sends a call again that was turned away before it began, as a silo that stops does with calls that still come: so a silo leaves
/// without a failed request. A call that may have begun is never sent again. Orleans tells the two apart by the type of the exception,
/// which would say nothing if a grain let the failure of its own call through; as all calls of all silos pass here, none does.
/// A call that runs inline is not turned away, and does not come here.
/// </summary>
internal sealed class OrleansCallRetry(TimeProvider time) : IOutgoingGrainCallFilter, IMessageCallFilter
{
    // Longer than it takes until all silos know that one has left.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(500);

    /// <exception cref="SiloLostException">The call was turned away again and again, or its silo was lost meanwhile.</exception>
    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        var since = time.GetTimestamp();
        for (var pause = FirstPause; ; pause = pause.DoubledUpTo(LongestPause))
        {
            try
            {
                await context.Invoke();
                return;
            }
            catch (SiloUnavailableException exception)
            {
                throw new SiloLostException($"The silo of {context.TargetId} was lost during a call of {context.MethodName}.", exception);
            }
            catch (OrleansMessageRejectionException exception) when (exception.GetType() == typeof(OrleansMessageRejectionException))
            {
                if (time.GetElapsedTime(since) >= Patience)
                    throw new SiloLostException($"No silo took a call of {context.MethodName} for {context.TargetId}.", exception);
            }

            await Task.Delay(pause, time);
        }
    }
}
