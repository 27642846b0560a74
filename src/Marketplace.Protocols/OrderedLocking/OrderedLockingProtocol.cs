using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.OrderedLocking;

/// <summary>
/// Strict two-phase locking of declared grains, taken in one global order before the transaction runs: no deadlock, so no abort by
/// conflict. A transaction may declare more as it goes, if that comes later in the order.
/// </summary>
internal sealed class OrderedLockingProtocol(Coordinator coordinator, TransactionRunner runner, ProtocolOptions options, TimeProvider time)
    : ITransactionProtocol
{
    public bool NeedsAccesses => true;

    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration,
        TArgument argument,
        Func<TransactionContext, TArgument, Task<TResult>> body) =>
        runner.Run(coordinator, declaration, argument, body, Declare);

    public Task Declare(TransactionContext tx, AccessSet accesses)
    {
        var running = tx.Running ?? throw new InvalidOperationException("Only the entry point of a transaction can declare grains.");
        return Acquire(running, tx.Age, accesses, 0, null, null);
    }

    // One after the other: an idle grain answers at once, and only from the first that does not there is anything to await.
    private Task Acquire(RunningTransaction running, long age, AccessSet accesses, int start, AcquireLock? read, AcquireLock? write)
    {
        for (var i = start; i < accesses.Accesses.Length; i++)
        {
            var access = accesses.Accesses[i];
            var message = access.Mode == AccessMode.Read
                ? read ??= new AcquireLock(running.Id, age, AccessMode.Read)
                : write ??= new AcquireLock(running.Id, age, AccessMode.Write);
            running.Add(access.Grain);
            var acquired = access.Grain.Receive(message);
            if (!acquired.IsCompletedSuccessfully)
                return AcquireRest(acquired, running, age, accesses, i + 1, read, write);
        }

        return Task.CompletedTask;
    }

    // The grain gives up waiting by itself; twice its time means that the message or its answer was lost.
    private async Task AcquireRest(
        Task acquired,
        RunningTransaction running,
        long age,
        AccessSet accesses,
        int next,
        AcquireLock? read,
        AcquireLock? write)
    {
        try
        {
            await acquired.WaitAsync(options.Timeout * 2, time);
        }
        catch (TimeoutException exception)
        {
            throw new TransactionAbortedException(
                AbortCause.ParticipantLost, $"A grain did not answer transaction {running.Id}, which asked for its lock.", exception);
        }

        await Acquire(running, age, accesses, next, read, write);
    }
}
