using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios.Studies;

/// <summary>What the command line says of the arms of a study: `--set arms.mongodb.target.records.MongoDb=mongodb://host`.</summary>
internal static class StudyArms
{
    private const string Prefix = "arms.";
    private const string Server = ".MongoDb";

    /// <summary>Sets members of arms.</summary>
    /// <param name="arms">The arms; they are changed.</param>
    /// <param name="overrides">Texts "path=value", from the command line.</param>
    /// <returns>Those that are for all runs.</returns>
    /// <exception cref="SchemaViolation">One names an arm that the study has not.</exception>
    public static IReadOnlyList<string> Set(JsonObject arms, IReadOnlyList<string> overrides)
    {
        foreach (var entry in overrides.Where(IsOfArm))
        {
            var (path, value) = Split(entry);
            var rest = path[Prefix.Length..];
            var label = arms.Select(arm => arm.Key).FirstOrDefault(label => rest.StartsWith(label + ".", StringComparison.OrdinalIgnoreCase))
                ?? throw new SchemaViolation(
                    "$.arms", $"expected {Prefix}ARM.path=value with one of {string.Join(", ", arms.Select(arm => arm.Key))}, found {path}");
            arms[label]!["set"]![rest[(label.Length + 1)..]] = ScenarioOverride.Read(value, node: null);
        }

        return [.. overrides.Where(entry => !IsOfArm(entry))];
    }

    /// <summary>The server that an arm names.</summary>
    /// <param name="arm">The arm.</param>
    /// <param name="overrides">Texts "path=value" for all runs.</param>
    /// <returns>Its connection string; null if it names none.</returns>
    public static string? ServerOf(JsonObject arm, IReadOnlyList<string> overrides) =>
        overrides.Select(Split).Where(entry => IsServer(entry.Path)).Select(entry => entry.Value).LastOrDefault()
        ?? arm["set"]!.AsObject().FirstOrDefault(member => IsServer(member.Key)).Value?.GetValue<string>();

    private static bool IsOfArm(string entry) => entry.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) && entry.Contains('=');

    private static bool IsServer(string path) => path.EndsWith(Server, StringComparison.OrdinalIgnoreCase);

    private static (string Path, string Value) Split(string entry)
    {
        var equals = entry.IndexOf('=');
        return equals < 0 ? (entry, "") : (entry[..equals], entry[(equals + 1)..]);
    }
}
