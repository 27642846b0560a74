using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Grains;

namespace Marketplace.Simulation.Judging;

/// <summary>Takes the records of an export as they are, where they are not text already.</summary>
internal abstract class RecordWriter(CancellationToken cancellationToken) : ExportWriter(KeyFilter.All, cancellationToken)
{
    public abstract void Take(object record);
}

/// <typeparam name="TRecord">Type of the records.</typeparam>
/// <param name="typeInfo">How a record that is text is read.</param>
internal sealed class RecordWriter<TRecord>(JsonTypeInfo<TRecord> typeInfo, CancellationToken cancellationToken) : RecordWriter(cancellationToken)
{
    public List<TRecord> Taken { get; } = [];

    public override void Take(object record) => Taken.Add((TRecord)record);

    public override ValueTask Write<T>(T? record, JsonTypeInfo<T> typeInfo)
        where T : class
    {
        if (record is not null)
            Take(record);
        return ValueTask.CompletedTask;
    }

    public override ValueTask Write(ReadOnlyMemory<byte> record)
    {
        Taken.Add(JsonSerializer.Deserialize(record.Span, typeInfo)!);
        return ValueTask.CompletedTask;
    }

    public override ValueTask WriteLines(ReadOnlyMemory<byte> lines) =>
        throw new NotSupportedException("Lines come from other silos of a cluster: a world has none.");

    public override ValueTask Flush() => ValueTask.CompletedTask;
}
