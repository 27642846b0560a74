namespace Marketplace.Protocols.Commit;

/// <summary>Runs a transaction, and runs it again after an abort, with random growing pauses.</summary>
internal sealed class TransactionRunner(ProtocolOptions options, Prefetcher prefetcher, TimeProvider time)
{
    private const int DoublingsMax = 8;

    private readonly Lock _lock = new();
    private readonly Random _random = new(options.Seed);

    /// <summary>Runs a transaction until it commits.</summary>
    /// <param name="manager">Begins and ends each attempt.</param>
    /// <param name="acquire">Called in each attempt before the body: takes what was declared.</param>
    public async Task<TResult> Run<TArgument, TResult>(
        ITransactionManager manager,
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body,
        Func<TransactionContext, AccessSet, Task> acquire)
    {
        var (age, began) = (time.GetUtcNow().Ticks, time.GetTimestamp());
        if (prefetcher.Await(declaration.Accesses) is { IsCompletedSuccessfully: false } loading)
            await loading;

        for (var attempt = 0; ; attempt++)
        {
            var running = manager.Begin();
            running.Record = declaration.Record;
            var tx = new TransactionContext(declaration.Tid, declaration.Kind, running.Id, age, attempt) { Running = running };
            TransactionAbortedException? aborted;
            try
            {
                await acquire(tx, declaration.Accesses);
                var result = await body(tx, argument);
                aborted = await manager.Commit(running);
                if (aborted is null)
                    return result;
            }
            catch (TransactionAbortedException exception)
            {
                await Abort(manager, running, exception.Cause);
                aborted = exception;
            }
            catch (Exception exception) when (running is { Outcome: TransactionOutcome.Running, IsDeciding: false })
            {
                aborted = await manager.Examine(running);
                await Abort(manager, running, aborted?.Cause ?? AbortCause.Failure);
                if (aborted is null)
                {
                    throw new TransactionAbortedException(
                        AbortCause.Failure, $"Transaction \"{declaration.Tid}\" ({declaration.Kind}) failed and was rolled back.", exception);
                }
            }

            declaration.AttemptAborted(aborted.Cause);
            if (!MayRunAgain(aborted.Cause, attempt, time.GetElapsedTime(began)))
                throw aborted;

            await Task.Delay(Pause(attempt), time);
        }
    }

    // Who began it may not hear that all is taken back: that it was aborted is known all the same.
    private static async Task Abort(ITransactionManager manager, RunningTransaction running, AbortCause cause)
    {
        try
        {
            await manager.Abort(running, cause);
        }
        catch (Exception)
        {
            running.Record?.LeftNothing(cause);
            throw;
        }
    }

    // One that conflicts gets older than those that it gives way to, however long these hold what they have: how many tries that takes
    // nobody knows. For one that has run for long nobody may wait any more, and where grains are held for too long it would only add to that.
    private bool MayRunAgain(AbortCause cause, int attempt, TimeSpan elapsed) =>
        elapsed < options.RetryFor
        && (attempt < options.Retries || (cause == AbortCause.Conflict && options.Retries > 0 && elapsed < options.Timeout));

    private TimeSpan Pause(int attempt)
    {
        lock (_lock)
        {
            return options.RetryPause * ((1 << Math.Min(attempt, DoublingsMax)) * _random.NextDouble());
        }
    }
}
