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
    private const int ProbesMost = 10;

    private IAsyncStream<ReplicaUpdate>? _stream;
    private StreamProbes? _probes;
    private Task _keeping = Task.CompletedTask;
    private bool _isKnown;

    private static TimeSpan Patience => TimeSpan.FromSeconds(1);

    // What an earlier activation has subscribed to comes to this one.
    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        _stream = this.GetStreamProvider(ReplicaStreams.Provider).StreamOf(this.GetPrimaryKeyLong());
        _probes = new StreamProbes(_stream, "keeper", time);
        foreach (var subscription in await _stream.GetAllSubscriptionHandles())
            await subscription.ResumeAsync(Take);
    }

    public Task Keep() => _keeping.IsCompleted ? _keeping = KeepNow() : _keeping;

    private async Task KeepNow()
    {
        if ((await _stream!.GetAllSubscriptionHandles()).Count == 0)
        {
            _isKnown = false;
            await _stream.SubscribeAsync(Take);
        }

        if (_isKnown)
            return;

        for (var probe = 1; !await _probes!.Return(Patience); probe++)
        {
            if (probe == ProbesMost)
                throw new TimeoutException($"Of {ProbesMost} messages on the stream none has come back.");
        }

        _isKnown = true;
    }

    private Task Take(ReplicaUpdate update, StreamSequenceToken? token)
    {
        _probes!.Take(update);
        return Task.CompletedTask;
    }
}
