using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>Reads a scenario: file, overrides, schema, defaults, and what no schema can say.</summary>
internal static class ScenarioLoader
{
    private static readonly JsonDocumentOptions Reading = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
        AllowDuplicateProperties = false,
    };

    /// <summary>Loads a scenario file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="overrides">Texts "path=value", applied in turn.</param>
    /// <exception cref="ScenarioException">The file or an override is wrong.</exception>
    public static Scenario Load(string file, IEnumerable<string> overrides)
    {
        string text;
        try
        {
            text = File.ReadAllText(file);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new ScenarioException(file, "$", $"can't be read: {error.Message.TrimEnd('.')}");
        }

        return Parse(text, file, overrides);
    }

    /// <summary>Loads a scenario from its text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="file">Named in errors.</param>
    /// <param name="overrides">Texts "path=value", applied in turn.</param>
    /// <exception cref="ScenarioException">The text or an override is wrong.</exception>
    public static Scenario Parse(string text, string file, IEnumerable<string> overrides)
    {
        JsonNode? root;
        try
        {
            root = JsonNode.Parse(text, documentOptions: Reading);
        }
        catch (JsonException error)
        {
            throw new ScenarioException(file, error.Path ?? "$", $"expected JSON: {error.Message.TrimEnd('.')}");
        }

        try
        {
            if (root is JsonObject given)
            {
                foreach (var entry in overrides)
                    ScenarioOverride.Apply(given, entry);
            }

            var complete = (JsonObject)ScenarioSchema.Root.Check(root, "$");
            FillConcurrency(complete["load"]!.AsObject());
            var scenario = complete.Deserialize(ScenarioJson.Default.Scenario)!;
            ScenarioRules.Check(scenario);
            return scenario;
        }
        catch (SchemaViolation violation)
        {
            throw new ScenarioException(file, violation.Path, violation.Message);
        }
    }

    /// <summary>These defaults depend on the kind of loop.</summary>
    private static void FillConcurrency(JsonObject load)
    {
        var isOpen = load.ContainsKey("rate");
        load.TryAdd("concurrency", isOpen ? LoadSettings.DefaultOpenConcurrency : LoadSettings.DefaultClosedConcurrency);
        if (isOpen) load.TryAdd("arrivals", "poisson");
    }
}
