namespace Marketplace.Records.Stores;

/// <summary>Stores records. Thread-safe.</summary>
internal interface IRecordStore : IAsyncDisposable
{
    /// <summary>What it is, with its version, and how durable: "PostgreSQL 15.20, fsync on, synchronous_commit on".</summary>
    string Server { get; }

    /// <summary>True if it can hold the thread of its caller until a call is done, and does so where the settings are blocking.</summary>
    bool CanBlock => false;

    /// <summary>Its connections.</summary>
    PoolGauge Pool { get; }

    /// <summary>Reads an item by its key; null if there is none.</summary>
    ValueTask<Item?> Get(long id);

    /// <summary>Reads an item by its sku; null if there is none.</summary>
    ValueTask<Item?> GetBySku(string sku);

    /// <summary>Reads the first items of an owner, by key.</summary>
    ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit);

    /// <returns>False if there is one with its key.</returns>
    ValueTask<bool> Create(Item item);

    /// <returns>False if there is no such item.</returns>
    ValueTask<bool> Update(long id, ItemChange change);

    /// <returns>False if there is no such item.</returns>
    ValueTask<bool> Delete(long id);

    /// <summary>Counts the items.</summary>
    ValueTask<long> Count();

    /// <summary>Reads all roles with their permissions.</summary>
    ValueTask<IReadOnlyList<Role>> Roles();

    /// <summary>Opens all connections; before the first time it makes the seed, if there is none.</summary>
    Task Open();

    /// <summary>Closes all connections.</summary>
    Task Close();

    /// <summary>Takes all data back to the seed. No store of another process may be open on it; this one is open afterwards.</summary>
    Task Reset();
}

/// <summary>No connection was free in time.</summary>
internal sealed class PoolExhaustedException(Exception inner) : Exception("No connection of the pool was free in time.", inner);
