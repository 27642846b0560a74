using System.Buffers;
using System.Text.Json;
using Marketplace.Grains.Formats;

namespace Marketplace.Storage.Postgres.Formats;

/// <summary>
/// A saga's step as it is stored: the documents of the states before and after it, the items in which they differ, and what leaves the grain with
/// it. What is in neither state is as in the one to which the step is read.
/// </summary>
internal static class StepRecord
{
    private const string Before = "before";
    private const string After = "after";
    private const string Document = "document";
    private const string Set = "set";
    private const string Removed = "removed";
    private const string Actions = "actions";

    /// <summary>The number of a step that is taken back: below 0, and in the order of those of steps.</summary>
    public static long NumberOfTakenBack(long number) => long.MinValue + number;

    /// <summary>Whether a step is taken back.</summary>
    /// <param name="number">Its number as it is stored.</param>
    public static bool IsTakenBack(long number) => number < 0;

    /// <summary>Writes a step.</summary>
    /// <param name="before">The state before the step.</param>
    /// <param name="after">The state after it.</param>
    /// <param name="actions">What leaves the grain with it, each JSON.</param>
    public static byte[] Write<TState>(StateFormat<TState> format, TState before, TState after, IReadOnlyList<byte[]> actions)
        where TState : class, new()
    {
        var buffer = new ArrayBufferWriter<byte>(1024);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        WriteSide(json, Before, format, after, before);
        WriteSide(json, After, format, before, after);
        if (actions.Count > 0)
        {
            json.WriteStartArray(Actions);
            foreach (var action in actions)
                json.WriteRawValue(action, skipInputValidation: true);

            json.WriteEndArray();
        }

        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Reads a step.</summary>
    /// <returns>The states before and after the step, and what leaves the grain with it.</returns>
    public static (TState Before, TState After, IReadOnlyList<byte[]> Actions) Read<TState>(
        StateFormat<TState> format, byte[] record, TState now)
        where TState : class, new()
    {
        using var json = JsonDocument.Parse(record);
        var step = json.RootElement;
        return (
            ReadSide(step.GetProperty(Before), format, now),
            ReadSide(step.GetProperty(After), format, now),
            step.TryGetProperty(Actions, out var actions) ? [.. actions.EnumerateArray().Select(Bytes)] : []);
    }

    /// <summary>Writes in what a state differs from another one.</summary>
    public static byte[] WriteDifference<TState>(StateFormat<TState> format, TState before, TState after)
        where TState : class, new()
    {
        var buffer = new ArrayBufferWriter<byte>(1024);
        using var json = new Utf8JsonWriter(buffer);
        WriteSide(json, format, before, after);
        json.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Makes a state of the other one again.</summary>
    public static TState ReadDifference<TState>(StateFormat<TState> format, TState before, byte[] difference)
        where TState : class, new()
    {
        using var json = JsonDocument.Parse(difference);
        return ReadSide(json.RootElement, format, before);
    }

    private static void WriteSide<TState>(Utf8JsonWriter json, string side, StateFormat<TState> format, TState other, TState state)
        where TState : class, new()
    {
        json.WritePropertyName(side);
        WriteSide(json, format, other, state);
    }

    private static void WriteSide<TState>(Utf8JsonWriter json, StateFormat<TState> format, TState other, TState state)
        where TState : class, new()
    {
        using var changes = new StateChanges();
        format.Write(other, state, changes);
        json.WriteStartObject();
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
