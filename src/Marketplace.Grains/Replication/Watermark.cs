namespace Marketplace.Grains.Replication;

/// <summary>How far the updates of a seller have come, and who waits for them to come further.</summary>
internal sealed class Watermark
{
    private readonly Lock _lock = new();
    private readonly LinkedList<(long Sequence, TaskCompletionSource Reached)> _waiting = [];
    private long _reached;

    /// <summary>Place of the last update that has arrived.</summary>
    public long Reached
    {
        get
        {
            lock (_lock)
            {
                return _reached;
            }
        }
    }

    /// <summary>Updates have arrived.</summary>
    /// <param name="sequence">Place of the last one.</param>
    public void Reach(long sequence)
    {
        lock (_lock)
        {
            _reached = Math.Max(_reached, sequence);
            for (var node = _waiting.First; node is not null;)
            {
                var next = node.Next;
                if (node.Value.Sequence <= _reached)
                {
                    _waiting.Remove(node);
                    node.Value.Reached.SetResult();
                }

                node = next;
            }
        }
    }

    /// <summary>Waits for an update.</summary>
    /// <returns>False if it has not arrived in time.</returns>
    public ValueTask<bool> Wait(long sequence, TimeSpan timeout, TimeProvider time)
    {
        LinkedListNode<(long Sequence, TaskCompletionSource Reached)> node;
        lock (_lock)
        {
            if (_reached >= sequence)
                return new(true);

            node = _waiting.AddLast((sequence, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)));
        }

        return new(Wait(node, timeout, time));
    }

    private async Task<bool> Wait(
        LinkedListNode<(long Sequence, TaskCompletionSource Reached)> node, TimeSpan timeout, TimeProvider time)
    {
        try
        {
            await node.Value.Reached.Task.WaitAsync(timeout, time);
            return true;
        }
        catch (TimeoutException)
        {
            lock (_lock)
            {
                if (node.List is not null)
                    _waiting.Remove(node);

                return _reached >= node.Value.Sequence;
            }
        }
    }
}
