using Marketplace.Protocols.Recording;

namespace Marketplace.Protocols;

/// <summary>The name under which the states of a type are stored.</summary>
public static class StateName
{
    /// <summary>The name for a state type.</summary>
    /// <typeparam name="TState">The state.</typeparam>
    /// <returns>The name of the type: one state a grain, so it is unique. One with a version is stored under the same name.</returns>
    public static string Of<TState>() => Name<TState>.Value;

    private static class Name<TState>
    {
        public static string Value { get; } = typeof(TState) is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(Versioned<>)
            ? type.GenericTypeArguments[0].Name
            : typeof(TState).Name;
    }
}
