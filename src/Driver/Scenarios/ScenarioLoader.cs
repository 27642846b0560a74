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

    /// <param name="overrides">Texts "path=value", applied in turn.</param>
    /// <exception cref="ScenarioException">The file or an override is wrong.</exception>
    public static Scenario Load(string file, IEnumerable<string> overrides) => Parse(ReadText(file), file, overrides);

    /// <summary>Reads a file of JSON with comments and trailing commas.</summary>
    /// <exception cref="ScenarioException">It can't be read, or is no JSON.</exception>
    public static JsonNode? ReadJson(string file) => ParseJson(ReadText(file), file);

    /// <summary>Loads a scenario from its text.</summary>
    /// <param name="overrides">Texts "path=value", applied in turn.</param>
    /// <exception cref="ScenarioException">The text or an override is wrong.</exception>
    public static Scenario Parse(string text, string file, IEnumerable<string> overrides)
    {
        var root = ParseJson(text, file);
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

    private static string ReadText(string file)
    {
        try
        {
            // The driver brings the folder config along where it was installed as a tool.
            var own = Path.Combine(AppContext.BaseDirectory, file);
            return File.ReadAllText(!File.Exists(file) && File.Exists(own) ? own : file);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new ScenarioException(file, "$", $"can't be read: {error.Message.TrimEnd('.')}");
        }
    }

    private static JsonNode? ParseJson(string text, string file)
    {
        try
        {
            return JsonNode.Parse(text, documentOptions: Reading);
        }
        catch (JsonException error)
        {
            throw new ScenarioException(file, error.Path ?? "$", $"expected JSON: {error.Message.TrimEnd('.')}");
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

/// <summary>A scenario is wrong. The message names file, JSON path, and what was expected (exit code 2).</summary>
internal sealed class ScenarioException(string file, string path, string problem) : Exception($"{file}: {path}: {problem}.");
