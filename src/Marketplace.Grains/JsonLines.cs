using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains;

/// <summary>Writes records as lines of JSON, and flushes them as they come together.</summary>
/// <param name="cancellationToken">Ends the export early.</param>
internal sealed class JsonLines(PipeWriter output, KeyFilter filter, CancellationToken cancellationToken)
    : ExportWriter(filter, cancellationToken), IDisposable
{
    private const int FlushBytes = 64 * 1024;

    private readonly Utf8JsonWriter _json = new(output, new JsonWriterOptions { SkipValidation = true });
    private int _unflushed;

    public override ValueTask Write<T>(T? record, JsonTypeInfo<T> typeInfo)
        where T : class
    {
        if (record is null)
            return ValueTask.CompletedTask;

        JsonSerializer.Serialize(_json, record, typeInfo);
        _json.Flush();
        var written = (int)_json.BytesCommitted;
        _json.Reset();
        return EndLine(written);
    }

    public override ValueTask Write(ReadOnlyMemory<byte> record)
    {
        output.Write(record.Span);
        return EndLine(record.Length);
    }

    public override ValueTask WriteLines(ReadOnlyMemory<byte> lines)
    {
        output.Write(lines.Span);
        return Flush();
    }

    public override async ValueTask Flush()
    {
        _unflushed = 0;
        await output.FlushAsync(CancellationToken);
    }

    public void Dispose() => _json.Dispose();

    private ValueTask EndLine(int written)
    {
        output.Write("\n"u8);
        _unflushed += written + 1;
        return _unflushed < FlushBytes ? ValueTask.CompletedTask : Flush();
    }
}
