namespace Marketplace.Contracts.Requests;

/// <summary>
/// Why a service did not do what was asked. A value, not an exception: an exception that crosses a grain call would abort the
/// transaction around it.
/// </summary>
/// <param name="Kind">What kind of reason it is.</param>
/// <param name="Type">Short name of the reason, stable, for programs: "session-already-checked-out".</param>
/// <param name="Detail">The reason in a sentence for people, saying what to do.</param>
[GenerateSerializer, Immutable]
public sealed record Refusal(
    RefusalKind Kind,
    string Type,
    string Detail)
{
    /// <summary>The type of what refuses the checkout of an empty cart.</summary>
    public const string EmptyCart = "empty-cart";
}

/// <summary>Kinds of refusal; the gateway maps each to a status code.</summary>
public enum RefusalKind
{
    /// <summary>The request is wrong in itself (400).</summary>
    Invalid = 0,

    /// <summary>What it names does not exist (404).</summary>
    NotFound = 1,

    /// <summary>It contradicts the current state (409).</summary>
    Conflict = 2,
}
