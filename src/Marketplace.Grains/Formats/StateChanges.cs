using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Formats;

/// <summary>What has to be written of one state. Made once, and used for one state after the other.</summary>
internal sealed class StateChanges : IDisposable
{
    private readonly ArrayBufferWriter<byte> _buffer = new(4096);
    private readonly Utf8JsonWriter _json;

    public StateChanges() => _json = new Utf8JsonWriter(_buffer, new JsonWriterOptions { SkipValidation = true });

    public byte[] Document { get; private set; } = [];

    /// <summary>Items that are new or replaced.</summary>
    public List<(string Part, long Id, byte[] Document)> Set { get; } = [];

    /// <summary>Items that are gone.</summary>
    public List<(string Part, long Id)> Removed { get; } = [];

    /// <summary>Forgets what it received.</summary>
    public void Clear()
    {
        Document = [];
        Set.Clear();
        Removed.Clear();
    }

    /// <summary>Receives the document.</summary>
    public void SetDocument<T>(T document, JsonTypeInfo<T> typeInfo) => Document = Serialize(document, typeInfo);

    /// <summary>Receives an item.</summary>
    public void SetItem<T>(string part, long id, T item, JsonTypeInfo<T> typeInfo) => Set.Add((part, id, Serialize(item, typeInfo)));

    /// <summary>Receives the end of an item.</summary>
    public void RemoveItem(string part, long id) => Removed.Add((part, id));

    public void Dispose() => _json.Dispose();

    private byte[] Serialize<T>(T value, JsonTypeInfo<T> typeInfo)
    {
        _buffer.ResetWrittenCount();
        _json.Reset();
        JsonSerializer.Serialize(_json, value, typeInfo);
        _json.Flush();
        return _buffer.WrittenSpan.ToArray();
    }
}
