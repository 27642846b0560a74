namespace Marketplace.Protocols;

/// <summary>The name under which the states of a type are stored.</summary>
public static class StateName
{
    /// <summary>The name for a state type.</summary>
    /// <typeparam name="TState">The state.</typeparam>
    /// <returns>The name of the type: one state a grain, so it is unique.</returns>
    public static string Of<TState>() => typeof(TState).Name;
}
