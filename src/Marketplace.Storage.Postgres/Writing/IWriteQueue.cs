using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What takes the writes of a silo, and makes them durable in their order.</summary>
internal interface IWriteQueue
{
    /// <summary>What is decided and not stored yet.</summary>
    PendingStates Pending { get; }

    /// <summary>Whether what is decided now is likely to be stored soon.</summary>
    bool IsKeepingUp { get; }

    /// <summary>Number of this writer.</summary>
    long Number { get; }

    /// <summary>Gives a version to a state that other silos may write too: one that no state has had.</summary>
    long NextVersion();

    /// <summary>Adds a write.</summary>
    /// <exception cref="StorageUnavailableException">Too many wait, or the silo stops.</exception>
    void Add(QueuedWrite write);
}
