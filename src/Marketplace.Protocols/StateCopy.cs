using System.Runtime.CompilerServices;

namespace Marketplace.Protocols;

/// <summary>Copies a state: the object alone, as all that it refers to is immutable.</summary>
internal static class StateCopy
{
    /// <summary>Copies.</summary>
    public static TState Of<TState>(TState state)
        where TState : class =>
        (TState)MemberwiseClone(state);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(MemberwiseClone))]
    private static extern object MemberwiseClone(object state);
}
