using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Marketplace.Protocols.Recording;

/// <summary>
/// Tells within this process whether the content of a state has changed. What a state refers to is immutable (<see cref="StateCopy"/>), so its
/// fields suffice: values by their hash codes, references by which object they refer to.
/// </summary>
internal static class ContentDigest<TState>
    where TState : class
{
    private static readonly Func<TState, ulong> Digest = Compile();

    /// <summary>The digest of a state's content.</summary>
    /// <returns>The same as long as no field changes, also for a copy; never 0.</returns>
    public static ulong Of(TState state) => Digest(state) | 1;

    private static Func<TState, ulong> Compile()
    {
        var state = Expression.Parameter(typeof(TState));
        Expression digest = Expression.Constant(14695981039346656037UL);
        for (var type = typeof(TState); type is not null; type = type.BaseType)
        {
            const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            foreach (var field in type.GetFields(own))
            {
                var value = Expression.Field(Expression.Convert(state, type), field);
                var hash = Expression.Call(
                    typeof(ContentDigest<TState>), field.FieldType.IsValueType ? nameof(OfValue) : nameof(OfReference), [field.FieldType], value);
                digest = Expression.Call(typeof(ContentDigest<TState>), nameof(Add), [], digest, hash);
            }
        }

        return Expression.Lambda<Func<TState, ulong>>(digest, state).Compile();
    }

    private static int OfValue<T>(T value) => value is null ? 0 : EqualityComparer<T>.Default.GetHashCode(value);

    private static int OfReference<T>(T? value)
        where T : class => RuntimeHelpers.GetHashCode(value);

    // FNV-1a, a field at a time, with its high half folded in: fields that change together must not cancel each other out.
    private static ulong Add(ulong digest, int hash)
    {
        digest = (digest ^ (uint)hash) * 1099511628211UL;
        return digest ^ (digest >> 32);
    }
}
