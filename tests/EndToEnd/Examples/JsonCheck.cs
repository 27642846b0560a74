using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Json;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.EndToEnd.Examples;

/// <summary>Holds JSON examples to what reads them: the driver's loaders, or the record that they show.</summary>
internal sealed class JsonCheck(string root)
{
    // By a member that no other record of the examples has.
    private static readonly (string Member, JsonTypeInfo Record)[] Records =
    [
        ("actorId", RequestJson.Default.Receipt),
        ("attempt", EntityJson.Default.TransactionExport),
        ("version", EntityJson.Default.VersionExport),
    ];

    /// <summary>Checks an example.</summary>
    /// <returns>What is wrong; null if nothing is.</returns>
    public async Task<string?> Problem(string text)
    {
        try
        {
            if (JsonNode.Parse(text) is not JsonObject example)
                return "expected an object";
            if (example.ContainsKey("axes"))
                return await SiloCheck.Problem(Sweep(text));
            if (example.ContainsKey("name"))
                return await SiloCheck.Problem(ScenarioLoader.Parse(text, "example", []));

            var known = Array.Find(Records, record => example.ContainsKey(record.Member)).Record;
            return known is null ? "expected a scenario, a sweep or a known record; a block that is no example is fenced as text"
                : JsonNode.DeepEquals(JsonSerializer.SerializeToNode(JsonSerializer.Deserialize(text, known), known), example) ? null
                : $"is not what {known.Type.Name} holds";
        }
        catch (Exception exception) when (exception is JsonException or ScenarioException)
        {
            return exception.Message;
        }
    }

    // It names its scenario by a path from the folder of sweeps.
    private Sweep Sweep(string text)
    {
        var folder = Directory.CreateTempSubdirectory("sweep-");
        try
        {
            var sweeps = folder.CreateSubdirectory("sweeps").FullName;
            foreach (var scenario in Directory.EnumerateFiles(Path.Combine(root, "config"), "*.json"))
                File.Copy(scenario, Path.Combine(folder.FullName, Path.GetFileName(scenario)));

            var file = Path.Combine(sweeps, "example.json");
            File.WriteAllText(file, text);
            return SweepLoader.Load(file, [], static same => same);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
