namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// The order of all transactions of a silo: a transaction gets its place in the lock queues of all grains that it declared at once, and runs
/// when it is the first in all of them. No cycle of waiting transactions can close, and none is ever aborted for another.
/// </summary>
/// <remarks>
/// What the lock manager of a node is to Calvin (Thomson et al., SIGMOD 2012). It costs no message: a place in a queue is a few pointers
/// in memory that all coordinators of the silo share.
/// </remarks>
internal sealed class LockManager
{
    private readonly Lock _lock = new();

    // Queues end with their last transaction, so there are as many as grains that transactions under way have declared.
    private readonly Dictionary<(int Rank, long Key), LockQueue> _queues = [];

    /// <summary>How many grains have a queue.</summary>
    public int Queues
    {
        get
        {
            lock (_lock)
            {
                return _queues.Count;
            }
        }
    }

    /// <summary>Gives a transaction its place.</summary>
    /// <returns>Null if it can run at once; else when it can.</returns>
    public Task? Acquire(SequencedTransaction transaction, AccessSet accesses)
    {
        lock (_lock)
        {
            var earlier = transaction.Requests;
            var isFirst = earlier.Length == 0;
            var requests = new LockRequest[earlier.Length + (isFirst ? accesses.Accesses.Length : CountNew(transaction, accesses))];
            earlier.CopyTo(requests, 0);
            var next = earlier.Length;
            foreach (var access in accesses.Accesses)
            {
                if (!isFirst && transaction.RequestAt(access) is not null)
                    continue;

                var key = (access.Rank, access.Key);
                if (!_queues.TryGetValue(key, out var queue))
                {
                    queue = new LockQueue(key);
                    _queues.Add(key, queue);
                }

                var request = new LockRequest(transaction, queue, access);
                if (transaction.HasStarted)
                    queue.Insert(request);
                else
                    queue.Append(request);

                requests[next++] = request;
                transaction.Waits += request.IsGranted ? 0 : 1;
            }

            transaction.Requests = requests;
            return transaction.StartOrWait();
        }
    }

    // What a transaction has a place for it must not wait for a second time: it would wait for itself.
    private static int CountNew(SequencedTransaction transaction, AccessSet accesses)
    {
        var count = 0;
        foreach (var access in accesses.Accesses)
        {
            if (transaction.RequestAt(access) is not { } request)
            {
                count++;
            }
            else if (access.Mode == AccessMode.Write && !request.IsWrite)
            {
                throw new InvalidOperationException(
                    $"Transaction {transaction.Id} has declared to read the grain {access.Key} of rank {access.Rank}, and now to write it: two that "
                    + "do so would wait for each other; declare it to be written at once.");
            }
        }

        return count;
    }

    /// <summary>A transaction is decided, or gives up waiting: those behind it go on.</summary>
    /// <returns>Those that wait for nobody any more, to be started by the caller; null if there are none.</returns>
    public List<SequencedTransaction>? Release(SequencedTransaction transaction)
    {
        lock (_lock)
        {
            List<SequencedTransaction>? started = null;
            foreach (var request in transaction.Requests)
            {
                request.Queue.Remove(request, ref started);
                if (request.Queue.IsEmpty)
                    _queues.Remove(request.Queue.Grain);
            }

            transaction.Requests = [];
            foreach (var next in started ?? [])
                next.MayStart();

            return started;
        }
    }
}
