using Marketplace.Audit;

namespace Marketplace.Driver.Data;

/// <summary>Where the entities to ingest come from: the generator, or files that it wrote before.</summary>
internal interface IDataSource
{
    /// <summary>How much there is.</summary>
    DataSetCounts Counts { get; }

    /// <summary>The kinds of entity, in the order in which they are ingested: name, path of a single one, count.</summary>
    IReadOnlyList<EntitySet> Sets { get; }

    /// <summary>Writes one kind as NDJSON, in bounded memory.</summary>
    /// <param name="set">One of <see cref="Sets"/>.</param>
    Task CopyAsync(EntitySet set, Stream target, CancellationToken cancellationToken);

    /// <summary>One kind, entity by entity: each line is JSON.</summary>
    /// <param name="set">One of <see cref="Sets"/>.</param>
    IEnumerable<byte[]> Lines(EntitySet set);
}
