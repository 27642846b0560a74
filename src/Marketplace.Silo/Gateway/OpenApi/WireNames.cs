using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Json;

namespace Marketplace.Silo.Gateway.OpenApi;

/// <summary>
/// Shows types to the OpenAPI document under the names that they have on the wire: requests camelCase, entities snake_case.
/// </summary>
internal static class WireNames
{
    public static void Configure(JsonSerializerOptions options)
    {
        options.PropertyNamingPolicy = null;
        var resolver = new DefaultJsonTypeInfoResolver();
        resolver.Modifiers.Add(Rename);
        options.TypeInfoResolverChain.Clear();
        options.TypeInfoResolverChain.Add(resolver);
    }

    private static void Rename(JsonTypeInfo typeInfo)
    {
        var policy = RequestJson.Default.GetTypeInfo(typeInfo.Type) is not null
            ? JsonNamingPolicy.CamelCase
            : JsonNamingPolicy.SnakeCaseLower;
        foreach (var property in typeInfo.Properties)
        {
            if (property.AttributeProvider is not MemberInfo member || member.GetCustomAttribute<JsonPropertyNameAttribute>() is null)
                property.Name = policy.ConvertName(property.Name);
        }
    }
}
