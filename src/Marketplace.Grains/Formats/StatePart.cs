using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Formats;

/// <summary>A part of a state whose items lie beside the document.</summary>
internal abstract class StatePart<TState>(string name)
    where TState : class, new()
{
    /// <summary>Its name in the database.</summary>
    public string Name { get; } = name;

    /// <summary>What an item is, as its serializer knows it.</summary>
    public abstract JsonTypeInfo Record { get; }

    /// <summary>Says which items differ.</summary>
    public abstract void Write(TState? before, TState after, StateChanges changes);

    /// <summary>Puts an item into a state that is being read, in the place of another one.</summary>
    public abstract void Read(TState state, long id, byte[] document);

    /// <summary>Removes an item from a state that is being read.</summary>
    public abstract void Remove(TState state, long id);

    /// <summary>Takes all items of another state.</summary>
    public abstract void CopyFrom(TState state, TState other);
}

/// <summary>A state as it is stored.</summary>
/// <param name="Items">The items beside it, JSON, in no order.</param>
internal sealed record StoredState(long Version, byte[] Document, IReadOnlyList<(string Part, long Id, byte[] Document)> Items);

/// <summary>A kind of items that lie beside documents.</summary>
internal sealed record ItemKind(string Service, string Part, JsonTypeInfo Record);

/// <summary>Names of parts that several states have.</summary>
internal static class PartNames
{
    public const string Ingested = "ingested";

    /// <summary>What is not over yet.</summary>
    public const string Open = "open";
}
