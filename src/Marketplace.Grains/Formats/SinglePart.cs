using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Formats;

/// <summary>One record that seldom changes, so that it need not be written with each change of the document: what was ingested.</summary>
internal sealed class SinglePart<TState, TRecord>(
    string name,
    Func<TState, TRecord?> get,
    Action<TState, TRecord?> set,
    JsonTypeInfo<TRecord> typeInfo) : StatePart<TState>(name)
    where TState : class, new()
    where TRecord : class
{
    private const long Id = 0;

    public override JsonTypeInfo Record => typeInfo;

    public override void Write(TState? before, TState after, StateChanges changes)
    {
        var (earlier, later) = (before is null ? null : get(before), get(after));
        if (ReferenceEquals(earlier, later))
            return;

        if (later is null)
            changes.RemoveItem(Name, Id);
        else
            changes.SetItem(Name, Id, later, typeInfo);
    }

    public override void Read(TState state, long id, byte[] document) => set(state, JsonSerializer.Deserialize(document, typeInfo)!);

    public override void Remove(TState state, long id) => set(state, null);

    public override void CopyFrom(TState state, TState other) => set(state, get(other));
}
