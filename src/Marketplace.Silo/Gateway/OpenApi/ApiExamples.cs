using System.Collections.Immutable;
using System.Text.Json.Nodes;

namespace Marketplace.Silo.Gateway.OpenApi;

/// <summary>An example of an operation. In the order of their file the examples work one after the other on a silo that has just started.</summary>
/// <param name="Operation">Name of the route.</param>
/// <param name="Path">Path and query.</param>
/// <param name="Body">What is sent, an array of its lines where the body is NDJSON; null if nothing is.</param>
internal sealed record ApiExample(string Operation, string Path, JsonNode? Body)
{
    /// <summary>The values in the path and the query by the names of the parameters.</summary>
    public IEnumerable<(string Name, string Value)> Values(string pattern)
    {
        var parts = Path.Split('?');
        var path = pattern.Split('/').Zip(parts[0].Split('/'))
            .Where(static part => part.First.StartsWith('{')).Select(static part => (part.First.Trim('{', '}'), part.Second));
        var query = parts.Skip(1).SelectMany(static text => text.Split('&')).Select(static pair => pair.Split('='));
        return [.. path, .. query.Select(static pair => (pair[0], pair[1]))];
    }
}

/// <summary>The examples of docs/api.md and of the OpenAPI document.</summary>
internal static class ApiExamples
{
    /// <summary>All of them, in an order in which they work.</summary>
    public static ImmutableArray<ApiExample> All { get; } = Read();

    /// <summary>The first example of a route.</summary>
    public static ApiExample Of(RouteEntry route) => All.First(example => example.Operation == route.Name);

    private static ImmutableArray<ApiExample> Read()
    {
        using var file = typeof(ApiExamples).Assembly.GetManifestResourceStream("Marketplace.Silo.examples.json")!;
        return
        [
            .. JsonNode.Parse(file)!.AsArray().Select(static example => new ApiExample(
                (string)example!["operation"]!, (string)example["path"]!, example["body"])),
        ];
    }
}
