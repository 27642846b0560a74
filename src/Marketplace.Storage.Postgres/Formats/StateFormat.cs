using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Storage.Postgres.Formats;

/// <summary>The document is the state without its parts; each item of a part is a document of its own.</summary>
/// <param name="derive">Makes what follows from the rest and is not stored; null if nothing does.</param>
internal sealed class StateFormat<TState>(
    string service,
    JsonTypeInfo<TState> typeInfo,
    Action<TState>? derive,
    params StatePart<TState>[] parts) : IStateFormat<TState>
    where TState : class, new()
{
    public string Service => service;

    /// <summary>The kinds of items that lie beside the document.</summary>
    public IEnumerable<ItemKind> Items => parts.Select(part => new ItemKind(service, part.Name, part.Record));

    public void Write(TState? before, TState after, StateChanges changes)
    {
        changes.SetDocument(after, typeInfo);
        foreach (var part in parts)
            part.Write(before, after, changes);
    }

    public TState Read(StoredState stored)
    {
        var state = JsonSerializer.Deserialize(stored.Document, typeInfo)!;
        foreach (var (name, id, document) in stored.Items)
            Part(name).Read(state, id, document);

        derive?.Invoke(state);
        return state;
    }

    public TState Read(
        TState other, byte[] document, IEnumerable<(string Part, long Id, byte[] Document)> set, IEnumerable<(string Part, long Id)> removed)
    {
        var state = JsonSerializer.Deserialize(document, typeInfo)!;
        foreach (var part in parts)
            part.Take(state, other);

        foreach (var (name, id, item) in set)
            Part(name).Read(state, id, item);

        foreach (var (name, id) in removed)
            Part(name).Remove(state, id);

        derive?.Invoke(state);
        return state;
    }

    private StatePart<TState> Part(string name)
    {
        foreach (var part in parts)
        {
            if (part.Name == name)
                return part;
        }

        throw new JsonException($"A state of {service} has a part '{name}' that this silo does not know.");
    }
}
