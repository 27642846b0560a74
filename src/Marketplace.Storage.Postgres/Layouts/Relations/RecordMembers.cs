using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Storage.Postgres.Layouts.Relations;

/// <summary>The members of records, by the metadata of their serializer: what JSON has, columns have.</summary>
internal static class RecordMembers
{
    // What is neither of these nor a record nor a list of records is a column of JSON.
    private const string Json = "json";

    /// <summary>The members of a record that is a row.</summary>
    public static ImmutableArray<Member> Of(JsonTypeInfo record) => Of(record, prefix: "", areListsTables: true);

    // Lists within lists stay JSON: nothing has them.
    private static ImmutableArray<Member> Of(JsonTypeInfo record, string prefix, bool areListsTables) =>
        [.. record.Properties.Where(member => member.Get is not null).Select(member => Of(member, record.Options, prefix, areListsTables))];

    private static Member Of(JsonPropertyInfo member, JsonSerializerOptions options, string prefix, bool areListsTables)
    {
        var (name, column) = (member.Name, prefix + member.Name);
        var underlying = Nullable.GetUnderlyingType(member.PropertyType);
        var type = underlying ?? member.PropertyType;
        if (Scalar(type) is { } scalar && !HasConverter(member, type))
            return new ScalarMember(name, column, scalar);

        if (areListsTables && type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>)
            && options.GetTypeInfo(type.GetGenericArguments()[0]) is { Kind: JsonTypeInfoKind.Object } element)
        {
            return new ListMember(name, Of(element, prefix: "", areListsTables: false));
        }

        return options.GetTypeInfo(type) is { Kind: JsonTypeInfoKind.Object } inner && !HasConverter(member, type)
            ? new RecordMember(name, !type.IsValueType || underlying is not null, Of(inner, column + "_", areListsTables: false))
            : new ScalarMember(name, column, Json);
    }

    private static bool HasConverter(JsonPropertyInfo member, Type type) =>
        member.CustomConverter is not null || type.IsDefined(typeof(JsonConverterAttribute), inherit: false);

    private static string? Scalar(Type type) => type switch
    {
        { IsEnum: true } => "int",
        _ when type == typeof(int) => "int",
        _ when type == typeof(long) => "bigint",
        _ when type == typeof(decimal) => "numeric",
        _ when type == typeof(bool) => "boolean",
        _ when type == typeof(string) => "text",
        _ when type == typeof(DateTime) => ScalarMember.Time,
        _ => null,
    };
}
