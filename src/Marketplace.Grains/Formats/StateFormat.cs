using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Grains.Placement;

namespace Marketplace.Grains.Formats;

/// <summary>
/// What is written of the states of one type, and read again: a document, and items beside it that are written one by one. How these lie in
/// a database is up to its storage.
/// </summary>
internal abstract class StateFormat(Type state)
{
    public string Service { get; } = MarketplaceServices.Of(state)!;

    /// <summary>The kinds of items that lie beside the document.</summary>
    public abstract IEnumerable<ItemKind> Items { get; }
}

/// <summary>
/// The document is the state without its parts; each item of a part is a document of its own. All are JSON: money exact with its scale, times UTC
/// and exact to the tick (100 ns), enums as integers. What a state does not have is left out.
/// </summary>
internal sealed class StateFormat<TState>(JsonTypeInfo<TState> typeInfo, params StatePart<TState>[] parts) : StateFormat(typeof(TState))
    where TState : class, new()
{
    /// <summary>Makes what follows from the rest and is not stored; null if nothing does.</summary>
    public Action<TState>? Derive { get; init; }

    public override IEnumerable<ItemKind> Items => parts.Select(part => new ItemKind(Service, part.Name, part.Record));

    /// <summary>Says what has to be written.</summary>
    /// <param name="before">What is stored; null for nothing.</param>
    /// <param name="changes">Receives the document and the items that differ.</param>
    public void Write(TState? before, TState after, StateChanges changes)
    {
        changes.SetDocument(after, typeInfo);
        foreach (var part in parts)
            part.Write(before, after, changes);
    }

    /// <summary>Makes a state of what is stored.</summary>
    public TState Read(StoredState stored)
    {
        var state = JsonSerializer.Deserialize(stored.Document, typeInfo)!;
        foreach (var (name, id, document) in stored.Items)
            Part(name).Read(state, id, document);

        Derive?.Invoke(state);
        return state;
    }

    /// <summary>Makes a state of another one.</summary>
    /// <param name="other">What did not change is as in it.</param>
    /// <param name="removed">Items that are not there.</param>
    public TState Read(
        TState other, byte[] document, IEnumerable<(string Part, long Id, byte[] Document)> set, IEnumerable<(string Part, long Id)> removed)
    {
        var state = JsonSerializer.Deserialize(document, typeInfo)!;
        foreach (var part in parts)
            part.CopyFrom(state, other);

        foreach (var (name, id, item) in set)
            Part(name).Read(state, id, item);

        foreach (var (name, id) in removed)
            Part(name).Remove(state, id);

        Derive?.Invoke(state);
        return state;
    }

    private StatePart<TState> Part(string name) =>
        Array.Find(parts, part => part.Name == name)
        ?? throw new JsonException($"A state of {Service} has a part '{name}' that this silo does not know.");
}
