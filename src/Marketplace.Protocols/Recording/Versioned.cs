using Orleans;

namespace Marketplace.Protocols.Recording;

/// <summary>
/// A state with its version. The protocol keeps it in the place of the state, so whatever becomes of the state, a copy, a commit or an
/// abort, becomes of its version too.
/// </summary>
/// <typeparam name="TState">The state.</typeparam>
[GenerateSerializer]
public sealed class Versioned<TState> : IStorableState, ICompensable<Versioned<TState>>, IVersion
    where TState : class, new()
{
    // Protocols copy this object alone (StateCopy), so a copy shares its state with the original until it is written to.
    [NonSerialized]
    private object? _owner;

    // 0: not known.
    [NonSerialized]
    private ulong _digest;

    [NonSerialized]
    private (byte Kind, long Key) _name;

    /// <summary>The state.</summary>
    [Id(0)]
    public TState Value { get; set; } = new();

    /// <summary>How many updates it has had since <see cref="Epoch"/> began.</summary>
    [Id(1)]
    public long Version { get; set; }

    /// <summary>Counts from when versions are counted (<see cref="ObjectVersions.Restart"/>).</summary>
    [Id(2)]
    public int Epoch { get; set; }

    /// <inheritdoc/>
    public bool IsEmpty => Value is IStorableState { IsEmpty: true };

    /// <inheritdoc/>
    public bool CanUndo(Versioned<TState> before, Versioned<TState> after) =>
        Value is ICompensable<TState> rule ? rule.CanUndo(before.Value, after.Value) : ReferenceEquals(Value, after.Value);

    /// <inheritdoc/>
    public void Undo(Versioned<TState> before, Versioned<TState> after)
    {
        // Others may have seen the version that is taken back, so what remains is a version of its own.
        Version++;
        if (Own() is ICompensable<TState> own)
            own.Undo(before.Value, after.Value);
        else
            (Value, _owner) = (before.Value, null);

        Seal();
    }

    object IVersion.Content => Value;

    RecordedAccess IVersion.Made => new(_name.Kind, _name.Key, Version, IsWrite: true);

    /// <summary>The next version is made.</summary>
    internal void Become(byte kind, long key, long version, int epoch)
    {
        _name = (kind, key);
        (Version, Epoch) = (version, epoch);
    }

    /// <summary>Whether the content is still what it was when this version was made, or loaded.</summary>
    internal bool IsAsMade => _digest == 0 || _digest == ContentDigest<TState>.Of(Value);

    /// <summary>The version is made: its content changes no more.</summary>
    internal void Seal() => _digest = ContentDigest<TState>.Of(Value);

    /// <summary>The state to write to: this object's own.</summary>
    internal TState Own()
    {
        if (_owner != this)
        {
            Value = StateCopy.Of(Value);
            _owner = this;
        }

        return Value;
    }
}

/// <summary>A state that carries its version, for a protocol that makes versions itself: those that a compensation leaves.</summary>
internal interface IVersion
{
    /// <summary>The state that it is a version of.</summary>
    object Content { get; }

    /// <summary>How it is recorded that this version was made.</summary>
    RecordedAccess Made { get; }
}
