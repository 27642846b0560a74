using System.Text.Json;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Archiving;

/// <summary>
/// Where finished records go: closed orders, payments, concluded shipments, checked out carts. They only grow, so they leave the
/// memory of their grains; they are still found by key and exported for the audit.
/// </summary>
internal interface IArchive
{
    /// <summary>Whether all silos share it; false if it holds what this silo archived.</summary>
    bool IsShared { get; }

    /// <summary>Adds a record.</summary>
    /// <returns>When it is durable, as far as this archive is.</returns>
    ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin) =>
        AppendWritten(stream, key, JsonSerializer.SerializeToUtf8Bytes(record, stream.TypeInfo), origin);

    /// <summary>Adds a record to what becomes durable together with states.</summary>
    /// <returns>False if this archive is somewhere else: nothing was added.</returns>
    bool Append<T>(AtomicWrite write, ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin) =>
        AppendWritten(write, stream, key, JsonSerializer.SerializeToUtf8Bytes(record, stream.TypeInfo), origin);

    /// <summary>Adds a record that is written already, as its stream says, to JSON in UTF-8.</summary>
    /// <returns>When it is durable, as far as this archive is.</returns>
    ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin);

    /// <summary>Adds a record that is written already to what becomes durable together with states.</summary>
    /// <returns>False if this archive is somewhere else: nothing was added.</returns>
    bool AppendWritten(AtomicWrite write, ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) => false;

    /// <summary>Finds the records of a key, the newest first.</summary>
    /// <returns>Read as they are asked for.</returns>
    IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key);

    /// <summary>Finds the records of a kind, the newest first, whatever their key.</summary>
    /// <returns>Read as they are asked for.</returns>
    IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream);

    /// <summary>Reads all records of a kind as they were written (JSON, UTF-8), in the order in which they were added.</summary>
    /// <returns>One record an element; an element is valid until the next one is asked for.</returns>
    IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken);

    /// <summary>Writes all records of a kind, in the order in which they were added.</summary>
    async Task Export(string name, KeyFilter filter, ExportWriter lines)
    {
        await foreach (var record in Read(name, filter, lines.CancellationToken))
            await lines.Write(record);
    }

    /// <summary>Drops what transactions made.</summary>
    /// <param name="cancellationToken">Ends it early, with some kinds dropped and others not.</param>
    /// <returns>When it is gone.</returns>
    ValueTask Reset(CancellationToken cancellationToken);

    /// <summary>Drops everything.</summary>
    /// <param name="cancellationToken">Ends it early, with some kinds dropped and others not.</param>
    /// <returns>When it is gone.</returns>
    ValueTask Clear(CancellationToken cancellationToken);
}

/// <summary>Where an archived record came from.</summary>
internal enum ArchiveOrigin
{
    /// <summary>It was part of the data set: a reset keeps it.</summary>
    Ingested = 0,

    /// <summary>A transaction made it: a reset drops it.</summary>
    Transaction = 1,
}

/// <summary>An archive that is one silo's own, so that other silos read it page by page.</summary>
internal interface IOwnArchive : IArchive
{
    /// <summary>Reads some of the records of a kind, in the order in which they were added.</summary>
    /// <exception cref="InvalidOperationException">Records were dropped since the reading began.</exception>
    ValueTask<LinePage> ReadPage(string name, KeyFilter filter, ArchivePosition from);
}
