using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Contracts.Tests.Json;

/// <summary>
/// Rewrites a body into another that means the same: other casing, underscores and order, numbers as strings, members repeated or unknown.
/// </summary>
internal sealed class Variants(Random random)
{
    private static readonly HashSet<string> EnumNames = ["paymenttype"];

    public string Rewrite(string json) => Rewrite(JsonNode.Parse(json)!).ToJsonString();

    private JsonNode Rewrite(JsonNode node)
    {
        switch (node)
        {
            case JsonObject members:
                var rewritten = new List<KeyValuePair<string, JsonNode?>>();
                foreach (var (name, value) in members)
                {
                    if (random.Next(8) == 0)
                        rewritten.Add(new(Rename(name), value is null ? null : Rewrite(value)));

                    rewritten.Add(new(Rename(name), RewriteValue(name, value)));
                    if (random.Next(4) == 0)
                        rewritten.Add(new("unknown" + rewritten.Count, Unknown(3)));
                }

                // The last of repeated members counts, so only members of different names change places.
                var order = rewritten.Select(member => Fold(member.Key)).Distinct().OrderBy(_ => random.Next()).ToList();
                var result = new JsonObject();
                foreach (var (name, value) in order.SelectMany(key => rewritten.Where(member => Fold(member.Key) == key)))
                {
                    result.Remove(name);
                    result.Add(name, value?.DeepClone());
                }

                return result;
            case JsonArray list:
                return new JsonArray([.. list.Select(element => Rewrite(element!))]);
            default:
                return node.DeepClone();
        }
    }

    private JsonNode? RewriteValue(string name, JsonNode? value)
    {
        if (value is not JsonValue scalar)
            return value is null ? null : Rewrite(value);

        return scalar.GetValueKind() switch
        {
            JsonValueKind.Number when random.Next(2) == 0 => JsonValue.Create(scalar.ToJsonString()),
            JsonValueKind.String when EnumNames.Contains(Fold(name)) => JsonValue.Create(Rename(scalar.GetValue<string>())),
            JsonValueKind.True or JsonValueKind.False when random.Next(2) == 0 => JsonValue.Create(scalar.ToJsonString()),
            _ => scalar.DeepClone(),
        };
    }

    private string Rename(string name)
    {
        var renamed = new StringBuilder();
        foreach (var letter in name)
        {
            if (letter == '_' && random.Next(2) == 0)
                continue;

            if (random.Next(6) == 0)
                renamed.Append('_');

            renamed.Append(random.Next(2) == 0 ? char.ToUpper(letter, CultureInfo.InvariantCulture) : letter);
        }

        return renamed.ToString();
    }

    private JsonNode? Unknown(int depth) => random.Next(depth > 0 ? 6 : 4) switch
    {
        0 => null,
        1 => JsonValue.Create(random.NextDouble()),
        2 => JsonValue.Create("ünknown \" \\"),
        3 => JsonValue.Create(true),
        4 => new JsonArray(Unknown(depth - 1), Unknown(depth - 1)),
        _ => new JsonObject { ["price"] = Unknown(depth - 1), ["seller_id"] = "x" },
    };

    private static string Fold(string name) => name.Replace("_", "", StringComparison.Ordinal).ToLowerInvariant();
}
