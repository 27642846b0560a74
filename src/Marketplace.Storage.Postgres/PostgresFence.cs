using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;

namespace Marketplace.Storage.Postgres;

/// <summary>A silo may write as long as it has its row in the table `writer`, which each of its batches changes.</summary>
internal sealed class PostgresFence(Databases databases, TimeProvider time) : ISiloFence
{
    public async Task Close(long silo)
    {
        foreach (var database in databases.All)
            await database.EndWriter(silo);

        // It may take itself for a writer for as long, and answer what it has read. Whoever ends it too waits as well.
        await Task.Delay(WriterLease.Wait, time);
    }
}
