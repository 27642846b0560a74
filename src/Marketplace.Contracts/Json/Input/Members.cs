namespace Marketplace.Contracts.Json.Input;

/// <summary>Where a reader stands in the members of one object.</summary>
/// <param name="names">The members that the object may have.</param>
internal struct Members(MemberNames names)
{
    private uint _seen;
    private int _next;

    /// <summary>The member whose value comes next.</summary>
    public int Current { get; private set; }

    /// <summary>Its name, for messages.</summary>
    public readonly string Name => names[Current];

    /// <returns>False if the object has no such member.</returns>
    public bool TryMove(ReadOnlySpan<byte> name)
    {
        Current = names.Find(name, _next);
        if (Current < 0)
            return false;

        _next = Current + 1;
        return true;
    }

    /// <summary>Notes that the current member has a value.</summary>
    public void Note() => _seen |= 1u << Current;

    /// <summary>Checks, at the end of the object, that nothing is missing.</summary>
    public readonly void Complete()
    {
        var missing = names.Required & ~_seen;
        if (missing != 0)
            throw new InvalidInputException($"{names[int.TrailingZeroCount((int)missing)]}: missing, and there is no default for it.");
    }
}
