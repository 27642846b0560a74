using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;

namespace Marketplace.Storage.Postgres;

/// <summary>A silo may write as long as it has its row in the table `writer`, which each of its transactions changes.</summary>
/// <param name="parts">What it may write.</param>
internal sealed class PostgresFence(IEnumerable<IEndsWriters> parts, TimeProvider time) : ISiloFence
{
    public async Task Close(long silo)
    {
        foreach (var part in parts)
            await part.EndWriter(silo);

        // It may take itself for a writer for as long, and answer what it has read. Whoever ends it too waits as well.
        await Task.Delay(WriterLease.Wait, time);
    }
}
