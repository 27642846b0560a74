namespace Marketplace.Protocols.Optimistic;

/// <content>Waiting for those who are about to change the state.</content>
internal sealed partial class VersionedState<TState>
{
    // What is about to be overwritten is not worth reading; who waits here holds nothing that anybody waits for.
    private async Task WaitUntilOpen(VersionedPart<TState> part)
    {
        if (_lock.IsOpen)
        {
            return;
        }

        metrics.Waited();
        var since = time.GetTimestamp();
        while (!_lock.IsOpen)
        {
            var left = options.Timeout - time.GetElapsedTime(since);
            try
            {
                await _lock.Opened().WaitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero, time);
            }
            catch (TimeoutException)
            {
                throw await GiveUp(part);
            }
        }
    }

    private async Task WaitForLock(VersionedPart<TState> part)
    {
        if (_lock.TryTake(part, AccessMode.Write))
        {
            return;
        }

        if (!_lock.MayWait(part))
        {
            throw new TransactionAbortedException(
                AbortCause.Conflict, $"Transaction {part.Id} gave way to an older one at grain {_context.GrainId}.");
        }

        metrics.Waited();
        try
        {
            await _lock.Wait(part).WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            var reason = await GiveUp(part);
            _lock.Dismiss(part.Id, reason);
            _lock.Release(part);
            throw reason;
        }
    }

    private async Task<TransactionAbortedException> GiveUp(VersionedPart<TState> part)
    {
        await EndDecided();
        return new TransactionAbortedException(
            AbortCause.Timeout, $"Transaction {part.Id} waited longer than {options.Timeout} for grain {_context.GrainId}.");
    }

    // Ends what has been decided without this grain having heard of it.
    private Task EndDecided() => coordinator.EndDecided([.. _parts.Select(static part => part.Id)], Commit, Abort);
}
