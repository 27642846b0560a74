using System.Collections;
using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using System.Text;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>Writes down all that a machine knows, field by field, so that two that know the same are equal in writing.</summary>
internal static class Fingerprint
{
    private static readonly ConcurrentDictionary<Type, FieldInfo[]> Fields = new();

    public static void Write(StringBuilder text, object? value)
    {
        switch (value)
        {
            case null or Task or TaskCompletionSource or Delegate:
                text.Append(value is null ? '-' : '+');
                break;
            case string or Enum or TransactionId or IConvertible:
                text.Append(CultureInfo.InvariantCulture, $"{value}");
                break;
            case IEnumerable many:
                text.Append('[');
                foreach (var one in many)
                {
                    Write(text, one);
                    text.Append(' ');
                }

                text.Append(']');
                break;
            default:
                WriteFields(text, value);
                break;
        }
    }

    private static void WriteFields(StringBuilder text, object value)
    {
        text.Append('{');
        foreach (var field in Fields.GetOrAdd(value.GetType(), FieldsOf))
        {
            Write(text, field.GetValue(value));
            text.Append(',');
        }

        text.Append('}');
    }

    // What is of the silo or of the kernel is no part of a machine.
    private static FieldInfo[] FieldsOf(Type type)
    {
        var fields = new List<FieldInfo>();
        for (var at = type; at is not null && at != typeof(object); at = at.BaseType)
            fields.AddRange(at.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly));

        return [.. fields.Where(field => !typeof(Delegate).IsAssignableFrom(field.FieldType)
            && !field.FieldType.IsInterface)];
    }

}
