namespace Marketplace.Contracts.Requests;

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
