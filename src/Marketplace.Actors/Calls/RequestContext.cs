using System.Collections.Immutable;

namespace Orleans.Runtime;

/// <summary>
/// Values that travel with a request to the called grain and on to those it calls, never back. Nothing is paid for it while it
/// is empty.
/// </summary>
public static class RequestContext
{
    private static readonly AsyncLocal<RequestContextData?> Local = new();

    internal static RequestContextData? Current
    {
        get => Local.Value;
        set => Local.Value = value;
    }

    /// <summary>The value of a key; null when it has none.</summary>
    /// <param name="key">The key.</param>
    public static object? Get(string key) => Local.Value?.Values.GetValueOrDefault(key);

    /// <summary>Sets the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, which must not change afterwards.</param>
    public static void Set(string key, object value)
    {
        var data = Local.Value ?? RequestContextData.Empty;
        Local.Value = data with { Values = data.Values.SetItem(key, value) };
    }

    /// <summary>Removes a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>Whether it had a value.</returns>
    public static bool Remove(string key)
    {
        if (Local.Value is not { } data || !data.Values.ContainsKey(key))
            return false;
        Store(data with { Values = data.Values.Remove(key) });
        return true;
    }

    /// <summary>Removes all keys.</summary>
    public static void Clear()
    {
        if (Local.Value is { } data)
            Store(data with { Values = RequestContextData.Empty.Values });
    }

    /// <summary>Until disposed, calls made from here, and the calls that those make, may come back to this grain and interleave.</summary>
    public static ReentrancySection AllowCallChainReentrancy()
    {
        var before = Local.Value;
        var callChain = before?.CallChain ?? new object();
        Local.Value = (before ?? RequestContextData.Empty) with { CallChain = callChain };
        return new ReentrancySection(before?.CallChain, callChain);
    }

    /// <summary>Until disposed, calls made from here may not come back to grains that allowed it.</summary>
    public static ReentrancySection SuppressCallChainReentrancy()
    {
        var before = Local.Value;
        if (before?.CallChain is not null)
            Store(before with { CallChain = null });
        return new ReentrancySection(before?.CallChain, null);
    }

    private static void Store(RequestContextData data) => Local.Value = data.IsEmpty ? null : data;

    /// <summary>The part of a method in which call-chain reentrancy is allowed or suppressed.</summary>
    public readonly struct ReentrancySection : IDisposable
    {
        private readonly object? _outer;
        private readonly object? _entered;
        private readonly IEngineGrainContext? _grain;

        internal ReentrancySection(object? outer, object? entered)
        {
            _outer = outer;
            _entered = entered;
            _grain = RuntimeContext.Current as IEngineGrainContext;
            if (entered is not null)
                _grain?.EnterReentrantSection(entered);
        }

        /// <summary>Ends the section.</summary>
        public void Dispose()
        {
            if (_entered is not null)
                _grain?.ExitReentrantSection(_entered);
            Store((Local.Value ?? RequestContextData.Empty) with { CallChain = _outer });
        }
    }
}

/// <summary>The content of the request context: immutable, so that handing it on copies nothing.</summary>
/// <param name="Values">The values by key.</param>
/// <param name="CallChain">Names the call chain whose calls may come back to a grain that allowed it.</param>
internal sealed record RequestContextData(ImmutableDictionary<string, object> Values, object? CallChain)
{
    public static RequestContextData Empty { get; } = new(ImmutableDictionary<string, object>.Empty, null);

    public bool IsEmpty => CallChain is null && Values.IsEmpty;
}
