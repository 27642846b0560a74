using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>
/// What a subscriber publishes on its stream to see when it comes back: a stream delivers to a subscriber in the order in which it was published, so
/// all before it has come, too.
/// </summary>
/// <param name="asker">Whose probes they are; they are of no interest to others.</param>
internal sealed class StreamProbes(IAsyncStream<ReplicaUpdate> stream, string asker, TimeProvider time)
{
    private readonly Dictionary<long, TaskCompletionSource> _sent = [];
    private long _last;

    /// <summary>Sends a probe, and waits until it comes back.</summary>
    /// <param name="patience">How long.</param>
    /// <returns>Whether it came back, or nothing comes any more.</returns>
    public async Task<bool> Return(TimeSpan patience)
    {
        var number = ++_last;
        var answer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _sent.Add(number, answer);
        try
        {
            await stream.OnNextAsync(new ReplicaUpdate(null, null, new ReplicaProbe(asker, number)));
            await answer.Task.WaitAsync(patience, time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
        finally
        {
            _sent.Remove(number);
        }
    }

    /// <summary>Takes what has come back.</summary>
    /// <returns>Whether it was a probe, of whomever.</returns>
    public bool Take(ReplicaUpdate update)
    {
        if (update.Probe is { } probe && probe.Asker == asker && _sent.TryGetValue(probe.Number, out var answer))
            answer.TrySetResult();

        return update.Probe is not null;
    }

    /// <summary>Nothing comes any more.</summary>
    public void End()
    {
        foreach (var answer in _sent.Values)
            answer.TrySetResult();
    }
}
