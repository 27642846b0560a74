using Marketplace.Audit;

namespace Marketplace.Driver.Data;

/// <summary>Where the entities of a data set come from: the generator, or files that it wrote before.</summary>
internal interface IDataSource
{
    DataSetCounts Counts { get; }

    /// <summary>The kinds of entity, in the order in which they are ingested: name, path of a single one, count.</summary>
    IReadOnlyList<EntitySet> Sets { get; }

    /// <summary>Writes one kind as NDJSON, in bounded memory.</summary>
    /// <param name="set">One of <see cref="Sets"/>.</param>
    async Task Copy(EntitySet set, Stream target, CancellationToken cancellationToken)
    {
        const int bufferSize = 64 << 10;
        using var buffer = new MemoryStream(2 * bufferSize);
        foreach (var line in Lines(set))
        {
            buffer.Write(line);
            buffer.WriteByte((byte)'\n');
            if (buffer.Length < bufferSize) continue;
            await target.WriteAsync(buffer.GetBuffer().AsMemory(0, (int)buffer.Length), cancellationToken);
            buffer.SetLength(0);
        }

        await target.WriteAsync(buffer.GetBuffer().AsMemory(0, (int)buffer.Length), cancellationToken);
    }

    /// <summary>One kind, entity by entity: each line is JSON.</summary>
    /// <param name="set">One of <see cref="Sets"/>.</param>
    IEnumerable<byte[]> Lines(EntitySet set);
}

/// <summary>Entities straight from the generator.</summary>
internal sealed class GeneratedData(DataGenerator generator) : IDataSource
{
    public DataSetCounts Counts => generator.Counts;
    public IReadOnlyList<EntitySet> Sets { get; } = EntitySet.Of(generator);

    public IEnumerable<byte[]> Lines(EntitySet set)
    {
        using var buffer = new MemoryStream();
        for (var index = 0; index < set.Count; index++)
        {
            buffer.SetLength(0);
            set.Write(index, buffer);
            yield return buffer.ToArray();
        }
    }
}
