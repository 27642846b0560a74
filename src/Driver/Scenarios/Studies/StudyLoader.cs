using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.Driver.Scenarios.Studies;

/// <summary>Reads a study and the sweep of each of its parts: whatever is wrong is found before anything runs.</summary>
internal static class StudyLoader
{
    /// <summary>The axis that arms become.</summary>
    public const string ArmAxis = "arm";

    private const string OnlyPart = "main";

    /// <param name="profile">"small" or "paper".</param>
    /// <param name="overrides">Texts "path=value" for all runs, from the command line.</param>
    /// <param name="lack">Why a need of an arm is not met here, by the need and the server that the arm names; null if it is.</param>
    /// <exception cref="ScenarioException">The file, the scenario, or a combination of values is wrong.</exception>
    public static Study Load(string file, string profile, IReadOnlyList<string> overrides, Func<string, string?, string?> lack)
    {
        var root = ScenarioLoader.ReadJson(file);
        try
        {
            var study = (JsonObject)StudySchema.Root.Check(root, "$");
            overrides = StudyArms.Set(study["arms"]!.AsObject(), overrides);
            var text = new StudyText
            {
                Name = study["name"]!.GetValue<string>(),
                Question = study["question"]!.GetValue<string>(),
                Claims = [.. study["claims"]!.AsArray().Select(claim => Claim(claim!.AsObject()))],
                Assumptions = [.. study["assumptions"]!.AsArray().Select(one => one!.GetValue<string>())],
                Published = study["published"] is { } published ? Published(Path.Combine(Folder(file), published.GetValue<string>())) : null,
            };
            ScenarioRules.CheckName(text.Name);
            var parts = Parts(study, profile).Select(part => Part(file, study, profile, part.Name, part.Node, overrides, lack)).ToImmutableArray();
            Check(text, study);
            return new Study(text, profile, parts);
        }
        catch (SchemaViolation violation)
        {
            throw new ScenarioException(file, violation.Path, violation.Message);
        }
    }

    private static string Folder(string file) => Path.GetDirectoryName(file) ?? "";

    private static IEnumerable<(string Name, JsonObject Node)> Parts(JsonObject study, string profile)
    {
        if (study["parts"] is not JsonObject parts)
        {
            var title = study["question"]!.DeepClone();
            return [(OnlyPart, new JsonObject { ["title"] = title, ["without"] = new JsonArray(), ["set"] = new JsonObject() })];
        }

        return parts.Select(part => (part.Key, part.Value!.AsObject()))
            .Where(part => part.Item2["profiles"]!.AsArray().Any(one => one!.GetValue<string>() == profile));
    }

    private static StudyPart Part(
        string file,
        JsonObject study,
        string profile,
        string name,
        JsonObject part,
        IReadOnlyList<string> overrides,
        Func<string, string?, string?> lack)
    {
        var settings = study["profiles"]![profile]!.AsObject();
        var notRun = new SortedDictionary<string, string>(StringComparer.Ordinal);
        var axes = new JsonObject();
        var arms = study["arms"]!.AsObject();
        var asked = part["arms"]?.AsArray().Select(arm => arm!.GetValue<string>()).ToList() ?? [.. arms.Select(arm => arm.Key)];
        var labels = new JsonObject();
        foreach (var label in asked)
        {
            var arm = arms[label]?.AsObject() ?? throw new SchemaViolation($"$.parts.{name}.arms", $"expected an arm of the study, found {label}");
            if (arm["needs"]?.GetValue<string>() is { } need && lack(need, StudyArms.ServerOf(arm, overrides)) is { } reason) notRun[label] = reason;
            else labels[label] = arm["set"]!.DeepClone();
        }

        if (labels.Count > 0) axes[ArmAxis] = labels;
        var without = part["without"]!.AsArray().Select(axis => axis!.GetValue<string>()).ToList();
        IEnumerable<JsonNode> sources = part["scenario"] is null ? [study, settings, part] : [part];
        foreach (var source in sources.Select(source => source["axes"]).OfType<JsonObject>())
        {
            foreach (var (axis, values) in source)
                if (source == part["axes"] || !without.Contains(axis)) axes[axis] = values!.DeepClone();
        }

        if (axes.Count == 0 || arms.Count > 0 && labels.Count == 0)
            return new StudyPart(name, part["title"]!.GetValue<string>(), null, notRun.ToImmutableSortedDictionary());

        var set = new JsonObject();
        foreach (var source in sources.Select(source => source["set"]).OfType<JsonObject>())
        {
            foreach (var (path, value) in source)
                set[path] = value?.DeepClone();
        }

        var rate = part["rate"]?.Deserialize(StudyJson.Default.StudyRate);
        if (rate is not null) set["load.rate"] = 1; // Until it is known.
        var baseline = new JsonObject();
        foreach (var (axis, label) in (part["baseline"] ?? study["baseline"])!.AsObject())
            if (axes.ContainsKey(axis) && !(axis == ArmAxis && !labels.ContainsKey(label!.GetValue<string>()))) baseline[axis] = label?.DeepClone();
        var sweep = new JsonObject
        {
            ["name"] = $"{study["name"]!.GetValue<string>()}-{name}",
            ["scenario"] = (part["scenario"] ?? study["scenario"])!.DeepClone(),
            ["set"] = set,
            ["axes"] = axes,
            ["repeats"] = (part["repeats"] ?? settings["repeats"])!.DeepClone(),
            ["silos"] = study["silos"]!.DeepClone(),
            ["baseline"] = baseline,
        };
        if (settings["warmUps"] is { } warmUps) sweep["warmUps"] = warmUps.DeepClone();
        var runs = SweepLoader.Read(sweep, file, overrides, scenario => scenario);
        return new StudyPart(name, part["title"]!.GetValue<string>(), runs, notRun.ToImmutableSortedDictionary()) { Rate = rate };
    }

    private static StudyClaim Claim(JsonObject claim)
    {
        if (claim["published"] is JsonValue ratio) claim["published"] = new JsonArray(ratio.DeepClone(), ratio.DeepClone());
        return claim.Deserialize(StudyJson.Default.StudyClaim)!;
    }

    private static PublishedNumbers Published(string file)
    {
        var root = ScenarioLoader.ReadJson(file);
        try
        {
            return StudySchema.Published.Check(root, "$").Deserialize(StudyJson.Default.PublishedNumbers)!;
        }
        catch (SchemaViolation violation)
        {
            throw new ScenarioException(file, violation.Path, violation.Message);
        }
    }

    // A claim that no part could ever test would be "not run" in silence.
    private static void Check(StudyText text, JsonObject study)
    {
        var parts = study["parts"] is JsonObject named ? named.Select(part => part.Key).ToList() : [OnlyPart];
        foreach (var (name, part) in study["parts"] as JsonObject ?? [])
        {
            if (part!["rate"]?["of"]?.GetValue<string>() is { } of && !parts.TakeWhile(one => one != name).Contains(of))
                throw new SchemaViolation($"$.parts.{name}.rate.of", "expected an earlier part");
        }

        for (var i = 0; i < text.Claims.Length; i++)
        {
            var claim = text.Claims[i];
            if (claim.Open is not null && !parts.Contains(claim.Open))
                throw new SchemaViolation($"$.claims[{i}].open", $"expected one of {string.Join(", ", parts)}");
            if (!parts.Contains(claim.Part)) throw new SchemaViolation($"$.claims[{i}].part", $"expected one of {string.Join(", ", parts)}");
            if (claim.Kind == "bound" && claim.Bound is null) throw new SchemaViolation($"$.claims[{i}].bound", "missing for a bound");
            if (claim.Kind == "share" && claim.Minimum is null) throw new SchemaViolation($"$.claims[{i}].minimum", "missing for a share");
            if (claim.Kind == "trend" && claim.Axis is null) throw new SchemaViolation($"$.claims[{i}].axis", "missing for a trend");
            if (text.Claims.Take(i).Any(other => other.Id == claim.Id)) throw new SchemaViolation($"$.claims[{i}].id", $"{claim.Id} is there twice");
        }
    }
}
