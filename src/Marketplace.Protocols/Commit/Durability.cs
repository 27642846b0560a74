using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>Lets the client of a decided transaction wait until it is stored.</summary>
internal sealed class Durability(ProtocolOptions options, TimeProvider time)
{
    /// <summary>Waits. What is stored is recorded at once: a silo that is killed before all grains have heard must not lose the record.</summary>
    /// <param name="running">The transaction.</param>
    /// <param name="stored">Ends when the transaction is stored.</param>
    /// <param name="ended">Ends when all that follows is done too.</param>
    /// <returns>When all is done.</returns>
    /// <exception cref="StorageUnavailableException">It is decided, and not stored in time: it will be, if this silo lives to see it.</exception>
    public async Task Wait(RunningTransaction running, Task stored, Task ended)
    {
        await Wait(stored);
        running.Record?.Committed();
        await ended;
    }

    /// <summary>Waits, and records nothing.</summary>
    /// <param name="stored">Ends when it is known whether the transaction is stored.</param>
    /// <exception cref="StorageUnavailableException">That is not known in time.</exception>
    public async Task Wait(Task stored)
    {
        if (!stored.IsCompletedSuccessfully)
        {
            try
            {
                await stored.WaitAsync(options.Timeout, time);
            }
            catch (TimeoutException exception)
            {
                throw new StorageUnavailableException(
                    "PostgreSQL is away or overloaded: the transaction is decided, and it is not known yet whether it is stored.", exception)
                {
                    IsOutcomeUnknown = true,
                };
            }
        }
    }
}
