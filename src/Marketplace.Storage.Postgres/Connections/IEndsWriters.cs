using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>A part of the storage of which each silo of a cluster is a writer: states, dashboards, or the audit log.</summary>
internal interface IEndsWriters
{
    /// <summary>Ends another silo as a writer. What it has under way is over by then, and what it sends later is not stored.</summary>
    /// <param name="silo">Its key.</param>
    /// <exception cref="StorageUnavailableException">It failed.</exception>
    Task EndWriter(long silo);
}
