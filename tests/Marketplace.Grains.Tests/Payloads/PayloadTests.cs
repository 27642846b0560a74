using System.Collections.Immutable;
using System.Reflection;
using Marketplace.Grains.Cart;
using Marketplace.Protocols;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.OrleansTransactions;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Grains.Tests.Payloads;

/// <summary>
/// A call inline hands over what it is given, without a copy: whatever a grain takes or answers must be what nobody can change afterwards.
/// </summary>
public sealed class PayloadTests
{
    // Immutable by what they are, though their fields do not say so.
    private static readonly HashSet<Type> Known =
    [
        typeof(string), typeof(decimal), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(Guid), typeof(GrainId), typeof(Type),
        typeof(CancellationToken), typeof(SiloAddress),
    ];

    private static readonly HashSet<Type> Excepted =
    [
        typeof(TransactionContext), // Within a silo the parts of a transaction share its scope and its record on purpose.
        typeof(ValidatedRead), // The same, of a transaction that only reads.
        typeof(AccessSet), // Sorts its array when it is made, and never again.
        typeof(Touch), // Of Orleans' transactions, whose calls are messages.
    ];

    private static readonly HashSet<Type> KnownGeneric =
    [
        typeof(ImmutableArray<>), typeof(ImmutableList<>), typeof(ImmutableDictionary<,>), typeof(ImmutableSortedDictionary<,>),
        typeof(ImmutableHashSet<>), typeof(ImmutableSortedSet<>),
    ];

    public static TheoryData<Type> Interfaces => [.. GrainInterfaces(typeof(CartGrain)), .. GrainInterfaces(typeof(IParticipant))];

    [Theory]
    [MemberData(nameof(Interfaces))]
    public void What_a_grain_takes_and_answers_cannot_be_changed(Type grain)
    {
        var types = grain.GetMethods().SelectMany(static method => method.GetParameters().Select(parameter => parameter.ParameterType)
            .Append(method.ReturnType));
        var found = string.Join('\n', types.SelectMany(type => Changeable(type, [])).Distinct());
        Assert.True(found.Length == 0, found);
    }

    [Fact]
    public void What_can_be_changed_is_found()
    {
        Assert.NotEmpty(Changeable(typeof(Task<List<int>>), []));
        Assert.NotEmpty(Changeable(typeof(ImmutableArray<int[]>), []));
        Assert.NotEmpty(Changeable(typeof(Box), []));
        Assert.Empty(Changeable(typeof(Task<ImmutableArray<(int, string?)>>), []));
    }

    private static IEnumerable<Type> GrainInterfaces(Type one) => one.Assembly.GetTypes().Where(static type =>
        type is { IsInterface: true, IsGenericTypeDefinition: false } && typeof(IAddressable).IsAssignableFrom(type));

    // The paths to what can be changed, from the type that a method names.
    private static IEnumerable<string> Changeable(Type type, HashSet<Type> seen)
    {
        if (type == typeof(void) || type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsGenericParameter || Known.Contains(type)
            || Excepted.Contains(type) || typeof(IAddressable).IsAssignableFrom(type) || !seen.Add(type))
        {
            return [];
        }

        if (typeof(Task).IsAssignableFrom(type) || type == typeof(ValueTask) || IsGeneric(type, typeof(ValueTask<>)))
            return type.GetGenericArguments().SelectMany(result => Changeable(result, seen));

        if (type.IsGenericType && KnownGeneric.Contains(type.GetGenericTypeDefinition()))
            return type.GetGenericArguments().SelectMany(item => Changeable(item, seen)).Select(path => $"{type.Name} > {path}");

        if (type.IsArray || type.IsInterface || type == typeof(object) || (type.IsAbstract && Derived(type).Length == 0))
            return [type.ToString()];

        return Fields(type)
            .SelectMany(field => field.IsInitOnly || IsTuple(type)
                ? Changeable(field.FieldType, seen).Select(path => $"{type.Name}.{field.Name} > {path}")
                : [$"{type.Name}.{field.Name}"])
            .Concat(Derived(type).SelectMany(derived => Changeable(derived, seen)));
    }

    // A tuple is copied when it is handed over, and so is a nullable value.
    private static bool IsTuple(Type type) => type.IsValueType
        && (IsGeneric(type, typeof(Nullable<>)) || type.FullName!.StartsWith("System.ValueTuple`", StringComparison.Ordinal));

    private static bool IsGeneric(Type type, Type definition) => type.IsGenericType && type.GetGenericTypeDefinition() == definition;

    private static Type[] Derived(Type type) => type.IsSealed
        ? []
        : [.. type.Assembly.GetTypes().Where(other => other != type && type.IsAssignableFrom(other))];

    private static IEnumerable<FieldInfo> Fields(Type type)
    {
        for (var at = type; at is not null && at != typeof(object) && at != typeof(ValueType); at = at.BaseType)
        {
            foreach (var field in at.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                yield return field;
        }
    }

    private sealed class Box
    {
        public int Content { get; set; }
    }
}
