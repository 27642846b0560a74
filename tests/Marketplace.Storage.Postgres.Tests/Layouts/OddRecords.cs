using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Storage.Postgres.Tests.Layouts;

/// <summary>Records with everything that is hard to keep: texts that SQL or JSON might take amiss, money of any scale, times to the tick.</summary>
internal sealed class OddRecords(int seed)
{
    /// <summary>Texts.</summary>
    public static readonly ImmutableArray<string> Texts =
    [
        "", "a chair", "null", "{\"a\":[1]}", "'; DROP TABLE state; --", "\\u0000 \\\\uE000 \" \\", "\0", "a\0b", "\uE000", "\uE001",
        "\uE000\uE000", "\uE000\uE001\0\0\uE000\0\uE001", "\\\0", "\u00FC \U0001F600\n",
    ];

    private readonly Random _random = new(seed);

    /// <summary>Makes one.</summary>
    public byte[] Next(JsonTypeInfo record) => JsonSerializer.SerializeToUtf8Bytes(Any(record.Type), record);

    private object? Any(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return _random.Next(2) == 0 ? null : Any(underlying);

        if (type.IsEnum)
        {
            var values = type.GetEnumValues();
            return values.GetValue(_random.Next(values.Length));
        }

        return type switch
        {
            _ when type == typeof(int) => _random.Next(int.MinValue, int.MaxValue),
            _ when type == typeof(long) => _random.NextInt64(long.MinValue, long.MaxValue),
            _ when type == typeof(bool) => _random.Next(2) == 0,
            _ when type == typeof(string) => Texts[_random.Next(Texts.Length)],
            _ when type == typeof(DateTime) => Time(),
            _ when type == typeof(decimal) =>
                new decimal(_random.Next(1, int.MaxValue), _random.Next(), _random.Next(), _random.Next(2) == 0, (byte)_random.Next(29)),
            _ when type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>) => List(type.GetGenericArguments()[0]),
            _ => Record(type),
        };
    }

    // From the first year to the last, whole seconds and single ticks.
    private DateTime Time()
    {
        var ticks = _random.NextInt64(DateTime.MaxValue.Ticks);
        return new DateTime(_random.Next(3) == 0 ? ticks - ticks % TimeSpan.TicksPerSecond : ticks, DateTimeKind.Utc);
    }

    private object List(Type element)
    {
        var array = Array.CreateInstance(element, _random.Next(5));
        for (var i = 0; i < array.Length; i++)
            array.SetValue(Record(element), i);

        return typeof(ImmutableCollectionsMarshal).GetMethod(nameof(ImmutableCollectionsMarshal.AsImmutableArray))!
            .MakeGenericMethod(element).Invoke(null, [array])!;
    }

    private object Record(Type type)
    {
        var constructor = type.GetConstructors(BindingFlags.Public | BindingFlags.Instance).MaxBy(c => c.GetParameters().Length)!;
        return constructor.Invoke([.. constructor.GetParameters().Select(parameter => Any(parameter.ParameterType))]);
    }
}
