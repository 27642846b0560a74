using System.Buffers;
using System.Text.Json;
using Marketplace.Grains.Formats;

namespace Marketplace.Storage.Postgres.Formats;

/// <summary>
/// A saga's step as it is stored: the documents of the states before and after it, and the items in which they differ. What is in neither is
/// as in the state to which the step is read.
/// </summary>
internal static class StepRecord
{
    private const string Before = "before";
    private const string After = "after";
    private const string Document = "document";
    private const string Set = "set";
    private const string Removed = "removed";

    /// <summary>Writes a step.</summary>
    /// <param name="before">The state before the step.</param>
    /// <param name="after">The state after it.</param>
    public static byte[] Write<TState>(StateFormat<TState> format, TState before, TState after)
        where TState : class, new()
    {
        var buffer = new ArrayBufferWriter<byte>(1024);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        WriteSide(json, Before, format, after, before);
        WriteSide(json, After, format, before, after);
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Reads a step.</summary>
    /// <returns>The states before and after the step.</returns>
    public static (TState Before, TState After) Read<TState>(StateFormat<TState> format, byte[] record, TState now)
        where TState : class, new()
    {
        using var json = JsonDocument.Parse(record);
        return (ReadSide(json.RootElement.GetProperty(Before), format, now), ReadSide(json.RootElement.GetProperty(After), format, now));
    }

    private static void WriteSide<TState>(Utf8JsonWriter json, string side, StateFormat<TState> format, TState other, TState state)
        where TState : class, new()
    {
        using var changes = new StateChanges();
        format.Write(other, state, changes);
        json.WriteStartObject(side);
        json.WritePropertyName(Document);
        json.WriteRawValue(changes.Document, skipInputValidation: true);
        json.WriteStartArray(Set);
        foreach (var (part, id, document) in changes.Set)
        {
            json.WriteStartArray();
            json.WriteStringValue(part);
            json.WriteNumberValue(id);
            json.WriteRawValue(document, skipInputValidation: true);
            json.WriteEndArray();
        }

        json.WriteEndArray();
        json.WriteStartArray(Removed);
        foreach (var (part, id) in changes.Removed)
        {
            json.WriteStartArray();
            json.WriteStringValue(part);
            json.WriteNumberValue(id);
            json.WriteEndArray();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static TState ReadSide<TState>(JsonElement side, StateFormat<TState> format, TState now)
        where TState : class, new() => format.Read(
            now,
            Bytes(side.GetProperty(Document)),
            side.GetProperty(Set).EnumerateArray().Select(static item => (item[0].GetString()!, item[1].GetInt64(), Bytes(item[2]))),
            side.GetProperty(Removed).EnumerateArray().Select(static item => (item[0].GetString()!, item[1].GetInt64())));

    private static byte[] Bytes(JsonElement element) => System.Text.Encoding.UTF8.GetBytes(element.GetRawText());
}
