using System.Text.Json;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A temporary folder with a scenario and the results of its run.</summary>
internal sealed class RunFolder : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("end-to-end-").FullName;

    public string Results => Path.Combine(_folder, "results");

    /// <summary>Where more can be put that goes with it.</summary>
    public string Of(string name) => Path.Combine(_folder, name);

    public string WriteScenario(string text)
    {
        var file = Path.Combine(_folder, "scenario.json");
        File.WriteAllText(file, text);
        return file;
    }

    public JsonElement Summary()
    {
        using var stream = File.OpenRead(Path.Combine(Results, "summary.json"));
        return JsonDocument.Parse(stream).RootElement;
    }

    /// <summary>What the audit found, by check.</summary>
    public Dictionary<string, JsonElement> Checks() => Summary().GetProperty("audit").GetProperty("checks").EnumerateArray()
        .ToDictionary(check => check.GetProperty("id").GetString()!);

    /// <summary>What the audit found by one check.</summary>
    public JsonElement Check(string id) => Checks()[id];

    /// <summary>Violations by check, those without any left out.</summary>
    public Dictionary<string, long> Violations() => Checks()
        .Select(check => KeyValuePair.Create(check.Key, check.Value.GetProperty("violations").GetInt64()))
        .Where(check => check.Value > 0)
        .ToDictionary();

    /// <summary>
    /// Asserts that the audit found no violation. The folder goes with the test, so what was found is told with its witnesses.
    /// </summary>
    /// <param name="allowed">Checks that may have found some.</param>
    /// <param name="logs">What else helps to understand a violation.</param>
    public void AssertNoViolation(IEnumerable<string>? allowed = null, Func<string>? logs = null)
    {
        var found = Violations().Keys.Except(allowed ?? []).ToList();
        if (found.Count > 0)
            Assert.Fail(string.Join(Environment.NewLine, [.. found.SelectMany(Witnesses), logs?.Invoke() ?? ""]));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private IEnumerable<string> Witnesses(string check) => Check(check).GetProperty("witnesses").EnumerateArray()
        .Select(witness => $"{check}: {witness}")
        .Prepend($"{check}: {Check(check).GetProperty("violations")} violations");
}
