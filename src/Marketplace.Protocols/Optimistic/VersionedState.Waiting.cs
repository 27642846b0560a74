namespace Marketplace.Protocols.Optimistic;

/// <content>Waiting for those who are about to change the state.</content>
internal sealed partial class VersionedState<TState>
{
    // What is about to be overwritten is not worth reading; who waits here holds nothing that anybody waits for.
    private async Task WaitUntilOpen(VersionedBranch<TState> branch)
    {
        if (_lock.IsOpen)
            return;

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
                throw await GiveUp(branch);
            }
        }
    }

    private async Task WaitForLock(VersionedBranch<TState> branch)
    {
        if (_lock.TryTake(branch, AccessMode.Write))
            return;

        if (!_lock.MayWait(branch))
        {
            throw new TransactionAbortedException(
                AbortCause.Conflict, $"Transaction {branch.Id} gave way to an older one at grain {_context.GrainId}.");
        }

        metrics.Waited();
        try
        {
            await _lock.Wait(branch).WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            var reason = await GiveUp(branch);
            _lock.Dismiss(branch.Id, reason);
            _lock.Release(branch);
            throw reason;
        }
    }

    private async Task<TransactionAbortedException> GiveUp(VersionedBranch<TState> branch)
    {
        await EndDecided();
        return new TransactionAbortedException(
            AbortCause.Timeout, $"Transaction {branch.Id} waited longer than {options.Timeout} for grain {_context.GrainId}.");
    }

    // Ends what has been decided without this grain having heard of it.
    private Task EndDecided() => coordinator.EndDecided([.. _branches.Select(static branch => branch.Id)], Commit, Abort);
}
