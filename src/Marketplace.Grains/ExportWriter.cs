using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains;

/// <summary>Takes the records of an export, one after the other.</summary>
/// <param name="cancellationToken">Ends the export early.</param>
internal abstract class ExportWriter(KeyFilter filter, CancellationToken cancellationToken)
{
    /// <summary>Which records are wanted.</summary>
    public KeyFilter Filter => filter;

    /// <summary>Ends the export early.</summary>
    public CancellationToken CancellationToken => cancellationToken;

    /// <param name="record">The record; nothing is written for null.</param>
    /// <returns>When there is room for more.</returns>
    public abstract ValueTask Write<T>(T? record, JsonTypeInfo<T> typeInfo)
        where T : class;

    /// <summary>Writes a record that is JSON already.</summary>
    /// <returns>When there is room for more.</returns>
    public abstract ValueTask Write(ReadOnlyMemory<byte> record);

    /// <summary>Writes records that are lines of JSON already.</summary>
    /// <returns>When there is room for more.</returns>
    public abstract ValueTask WriteLines(ReadOnlyMemory<byte> lines);

    /// <summary>Sends what was written.</summary>
    /// <returns>When there is room for more.</returns>
    public abstract ValueTask Flush();
}
