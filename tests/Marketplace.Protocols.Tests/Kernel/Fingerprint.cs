using System.Collections;
using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using System.Text;
using Marketplace.Protocols.Kernel;
using Orleans.Runtime;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>Writes down all that a machine knows, field by field, so that two that know the same are equal in writing.</summary>
internal static class Fingerprint
{
    private static readonly ConcurrentDictionary<Type, FieldInfo[]> Fields = new();

    // What is of the silo or of the kernel, and no part of what a machine knows. Outputs are taken after each input.
    private static readonly Type[] Others =
        [typeof(Task), typeof(TaskCompletionSource), typeof(Delegate), typeof(Queue<CommitAction>), typeof(Queue<Output>), typeof(GrainId)];

    public static void Write(StringBuilder text, object? value)
    {
        switch (value)
        {
            case null:
                text.Append('-');
                break;
            // Millions of these are written.
            case bool isSo:
                text.Append(isSo ? '+' : '0');
                break;
            case int number:
                text.Append(number);
                break;
            case long number:
                text.Append(number);
                break;
            case TransactionId id:
                text.Append(id.Coordinator).Append('-').Append(id.Number);
                break;
            case Enum some:
                text.Append(((IConvertible)some).ToInt64(CultureInfo.InvariantCulture));
                break;
            case string or IConvertible:
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

    private static FieldInfo[] FieldsOf(Type type)
    {
        var fields = new List<FieldInfo>();
        for (var at = type; at is not null && at != typeof(object); at = at.BaseType)
            fields.AddRange(at.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly));

        return [.. fields.Where(static field =>
            !field.FieldType.IsInterface && !Array.Exists(Others, other => other.IsAssignableFrom(field.FieldType)))];
    }

}
