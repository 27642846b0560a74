using Orleans;

namespace Marketplace.Protocols;

/// <summary>All grains that a transaction is going to touch, in the global order of grains, each once.</summary>
[GenerateSerializer, Immutable]
public readonly struct AccessSet : IEquatable<AccessSet>
{
    [Id(0)]
    private readonly Access[]? _accesses;

    [Id(1)]
    private readonly int _count;

    private AccessSet(Access[] accesses, int count) => (_accesses, _count) = (accesses, count);

    /// <summary>Nothing is known of the transaction before it runs.</summary>
    public static AccessSet Undeclared => default;

    /// <summary>The accesses in the global order; empty if the set is not known.</summary>
    public ReadOnlySpan<Access> Accesses => _accesses.AsSpan(0, _count);

    /// <summary>Whether it is known that the transaction only reads.</summary>
    public bool IsReadOnly
    {
        get
        {
            foreach (var access in Accesses)
            {
                if (access.Mode != AccessMode.Read)
                    return false;
            }

            return Accesses.Length > 0;
        }
    }

    /// <summary>Makes a set of one grain.</summary>
    /// <param name="access">The grain.</param>
    public static AccessSet Of(Access access) => new([access], 1);

    /// <summary>Makes a set. A grain that is named twice is in it once, with the stronger mode.</summary>
    /// <param name="accesses">The grains, in any order. The array becomes the set's.</param>
    public static AccessSet Of(Access[] accesses)
    {
        ArgumentNullException.ThrowIfNull(accesses);
        accesses.AsSpan().Sort(Access.Compare);
        var count = 0;
        for (var i = 0; i < accesses.Length; i++)
        {
            if (count > 0 && Access.Compare(accesses[count - 1], accesses[i]) == 0)
            {
                if (accesses[i].Mode == AccessMode.Write)
                    accesses[count - 1] = accesses[i];
            }
            else
            {
                accesses[count++] = accesses[i];
            }
        }

        return new AccessSet(accesses, count);
    }

    /// <summary>Two sets are equal if they are one.</summary>
    /// <param name="right">Another.</param>
    public static bool operator ==(AccessSet left, AccessSet right) => left.Equals(right);

    /// <summary>Two sets are equal if they are one.</summary>
    /// <param name="right">Another.</param>
    public static bool operator !=(AccessSet left, AccessSet right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(AccessSet other) => ReferenceEquals(_accesses, other._accesses);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is AccessSet other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _accesses?.GetHashCode() ?? 0;
}
