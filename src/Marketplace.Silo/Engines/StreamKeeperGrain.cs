using Marketplace.Grains;
using Marketplace.Grains.Replication;
using Orleans;
using Orleans.Concurrency;
using Orleans.Streams;

namespace Marketplace.Silo.Engines;

/// <summary>Subscribes to the stream of a product for good. Key: <see cref="Keys.Pair"/>.</summary>
internal interface IStreamKeeperGrain : IGrainWithIntegerKey
{
    /// <summary>Has the agent of the stream know it, and its subscribers.</summary>
    /// <returns>When it does.</returns>
    /// <exception cref="TimeoutException">It can't be seen that it does.</exception>
    Task Keep();
}

/// <inheritdoc cref="IStreamKeeperGrain"/>
[Reentrant]
internal sealed class StreamKeeperGrain(TimeProvider time) : Grain, IStreamKeeperGrain
{
    // While a stream is made known its first messages may get lost, the probe among them.
    private const int Probes = 10;

    private readonly TaskCompletionSource _hasArrived = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IAsyncStream<ReplicaUpdate>? _stream;

    private static TimeSpan Patience => TimeSpan.FromSeconds(1);

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        _stream = this.GetStreamProvider(ReplicaStreams.Provider).StreamOf(this.GetPrimaryKeyLong());
        await _stream.SubscribeOnce(Take);
    }

    public async Task Keep()
    {
        for (var probe = 1; !_hasArrived.Task.IsCompleted; probe++)
        {
            await _stream!.OnNextAsync(new ReplicaUpdate(null, null, new ReplicaProbe("keeper", probe)));
            try
            {
                await _hasArrived.Task.WaitAsync(Patience, time);
            }
            catch (TimeoutException) when (probe < Probes)
            {
                // The next one is on its way.
            }
        }
    }

    // Whatever arrives: the agent has this subscriber, and keeps the stream for it.
    private Task Take(ReplicaUpdate update, StreamSequenceToken? token)
    {
        _hasArrived.TrySetResult();
        return Task.CompletedTask;
    }
}
