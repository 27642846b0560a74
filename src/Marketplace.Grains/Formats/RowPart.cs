using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.Formats;

/// <summary>A collection of which only the rows that changed are written.</summary>
internal sealed class RowPart<TState, TRow>(
    string name,
    Func<TState, RowMap<TRow>> get,
    Action<TState, RowMap<TRow>> set,
    JsonTypeInfo<TRow> typeInfo) : StatePart<TState>(name)
    where TState : class, new()
    where TRow : class
{
    public override JsonTypeInfo Record => typeInfo;

    public override void Write(TState? before, TState after, StateChanges changes)
    {
        var (earlier, later) = (before is null ? RowMap<TRow>.Empty : get(before), get(after));
        if (!ReferenceEquals(earlier, later))
            later.Differences(earlier, new Told(Name, typeInfo, changes));
    }

    public override void Read(TState state, long id, byte[] document) =>
        set(state, get(state).SetItem(id, JsonSerializer.Deserialize(document, typeInfo)!));

    public override void Remove(TState state, long id) => set(state, get(state).Remove(id));

    public override void CopyFrom(TState state, TState other) => set(state, get(other));

    private sealed class Told(string part, JsonTypeInfo<TRow> typeInfo, StateChanges changes) : IRowChanges<TRow>
    {
        public void Set(long key, TRow row) => changes.SetItem(part, key, row, typeInfo);

        public void Removed(long key) => changes.RemoveItem(part, key);
    }
}
