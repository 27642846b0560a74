namespace Marketplace.Engine.Turns;

/// <summary>
/// The request context as it goes with one call: its values and the call chain that may come back. Nothing else of the caller's
/// execution context goes to the callee, and nothing comes back.
/// </summary>
internal sealed class RequestContextValues
{
    private readonly KeyValuePair<string, object>[] _values;

    private RequestContextValues(KeyValuePair<string, object>[] values, Guid callChain) => (_values, CallChain) = (values, callChain);

    /// <summary>The call chain in which calls may come back to their callers; empty if there is none.</summary>
    public Guid CallChain { get; }

    /// <summary>What the running code has in its request context; null if there is nothing, as in nearly all calls.</summary>
    public static RequestContextValues? Capture()
    {
        var callChain = RequestContext.ReentrancyId;
        KeyValuePair<string, object>[] values = [.. RequestContext.Entries];
        return values.Length == 0 && callChain == Guid.Empty ? null : new RequestContextValues(values, callChain);
    }

    /// <summary>Puts the values into the request context of the running code.</summary>
    public void Apply()
    {
        foreach (var (key, value) in _values)
            RequestContext.Set(key, value);
        RequestContext.ReentrancyId = CallChain;
    }
}
