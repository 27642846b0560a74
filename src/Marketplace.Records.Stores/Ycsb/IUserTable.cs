namespace Marketplace.Records.Stores.Ycsb;

/// <summary>The table of YCSB: records of ten fields, by key. Thread-safe.</summary>
internal interface IUserTable : IAsyncDisposable
{
    /// <summary>What it is in, with its version, and how durable: "PostgreSQL 15.20, fsync on, synchronous_commit on".</summary>
    string Server { get; }

    /// <summary>Its connections.</summary>
    PoolGauge Pool { get; }

    /// <summary>Reads all fields of a record, in order; null if there is none with its key.</summary>
    /// <exception cref="PoolExhaustedException">No connection was free in time.</exception>
    /// <exception cref="StoreException">The database failed, as in all that follows.</exception>
    ValueTask<string[]?> Read(string key);

    /// <summary>Reads the first records from a key on, in the order of keys.</summary>
    ValueTask<IReadOnlyList<UserRecord>> Scan(string key, int limit);

    /// <summary>Replaces a field.</summary>
    /// <returns>False if there is no such record.</returns>
    ValueTask<bool> Update(string key, int field, string value);

    /// <returns>False if there is one with its key.</returns>
    ValueTask<bool> Insert(UserRecord record);

    /// <summary>Counts the records.</summary>
    ValueTask<long> Count();

    /// <summary>Opens all connections; before the first time it makes the seed, if there is none.</summary>
    Task Open();

    /// <summary>Takes all data back to the seed. No other process may have it open; it is open afterwards.</summary>
    Task Reset();

    /// <summary>Clears up what updates have left, and writes all to the disk: the next run is not to pay for the last one.</summary>
    Task CleanUp();
}

/// <summary>A record of the table.</summary>
/// <param name="Fields">Its ten fields, in order.</param>
internal sealed record UserRecord(string Key, string[] Fields);

/// <summary>How a table is used besides its <see cref="RecordsSettings"/>.</summary>
/// <param name="ReadsWhole">True if a document is read as it is stored, false if the server takes it apart into fields.</param>
/// <param name="Timeout">How long a request may take once it has a connection.</param>
internal sealed record UserTableOptions(bool ReadsWhole, TimeSpan Timeout);

/// <summary>A database failed: whether a write took effect is not known.</summary>
internal sealed class StoreException(bool isTimeout, Exception inner) : Exception(inner.Message, inner)
{
    /// <summary>True if it did not answer in time.</summary>
    public bool IsTimeout { get; } = isTimeout;
}
