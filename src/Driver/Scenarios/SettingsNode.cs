using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>Settings of the silo, passed on unread: texts, numbers, booleans, and objects of these.</summary>
internal sealed class SettingsNode : SchemaNode
{
    public override string Expected => "an object of silo settings (texts, numbers, booleans or objects of these)";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonObject settings) throw Wrong(value, path);
        foreach (var (name, setting) in settings)
        {
            if (setting is JsonObject)
                Check(setting, $"{path}.{name}");
            else if (setting is null or JsonArray)
                throw Wrong(setting, $"{path}.{name}");
        }

        return settings.DeepClone();
    }

    public override JsonObject ToJsonSchema() => new() { ["type"] = "object" };

    /// <summary>The settings one by one, as .NET configuration names them: "Gateway:LegacyStatus".</summary>
    /// <param name="prefix">Put before each name.</param>
    public static IEnumerable<KeyValuePair<string, string>> Flatten(JsonObject settings, string prefix)
    {
        foreach (var (name, setting) in settings)
        {
            if (setting is JsonObject nested)
            {
                foreach (var inner in Flatten(nested, $"{prefix}{name}:"))
                    yield return inner;
            }
            else
            {
                var isText = setting!.GetValueKind() == JsonValueKind.String;
                yield return new(prefix + name, isText ? setting.GetValue<string>() : setting.ToJsonString());
            }
        }
    }
}
