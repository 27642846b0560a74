using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>Reads a sweep, and the scenario of each of its points: whatever is wrong is found before anything runs.</summary>
internal static class SweepLoader
{
    /// <param name="overrides">Texts "path=value" for all runs, from the command line.</param>
    /// <param name="target">Changes each scenario's target; as it is, where the command line names none.</param>
    /// <exception cref="ScenarioException">The file, the scenario, or a combination of values is wrong.</exception>
    public static Sweep Load(string file, IReadOnlyList<string> overrides, Func<Scenario, Scenario> target) =>
        Read(ScenarioLoader.ReadJson(file), file, overrides, target);

    /// <summary>Reads a sweep from its JSON.</summary>
    /// <param name="file">Where it comes from: the scenario file is relative to it.</param>
    public static Sweep Read(JsonNode? root, string file, IReadOnlyList<string> overrides, Func<Scenario, Scenario> target)
    {
        try
        {
            var sweep = (JsonObject)SweepSchema.Root.Check(root, "$");
            ScenarioRules.CheckName(sweep["name"]!.GetValue<string>());
            var axes = sweep["axes"]!.AsObject().Select(axis => Axis(axis.Key, axis.Value!)).ToImmutableArray();
            var repeats = sweep["repeats"]!.GetValue<long>();
            Check(axes, overrides, repeats);
            var scenario = Path.Combine(Path.GetDirectoryName(file) ?? "", sweep["scenario"]!.GetValue<string>());
            string[] shared = [.. SetNode.Overrides(sweep["set"]!.AsObject()), .. overrides];
            var points = Points(axes, values =>
                target(ScenarioLoader.Load(scenario, [.. shared, .. values.SelectMany(value => value.Overrides)])));
            return new Sweep(
                sweep["name"]!.GetValue<string>(),
                axes,
                (int)repeats,
                Baseline(sweep["baseline"]!.AsObject(), axes),
                sweep["silos"]!.GetValue<string>() == SweepSchema.KeptSilos,
                points)
            {
                WarmUps = sweep["warmUps"] is { } warmUps
                    ? new SweepWarmUps((int)warmUps["runs"]!.AsDouble(), warmUps["seconds"]!.AsDouble())
                    : null,
            };
        }
        catch (SchemaViolation violation)
        {
            throw new ScenarioException(file, violation.Path, violation.Message);
        }
    }

    private static SweepAxis Axis(string name, JsonNode values)
    {
        const string launch = "target.launch.";
        if (values is JsonArray && name.StartsWith(launch, StringComparison.OrdinalIgnoreCase)
            && LaunchSecrets.IsConnection(name[launch.Length..].Replace('.', ':')))
        {
            throw new SchemaViolation($"$.axes.{name}", "expected values with labels: connection strings would show in every table");
        }

        var list = values is JsonObject labels
            ? labels.Select(label => new SweepValue(label.Key, [.. SetNode.Overrides(label.Value!.AsObject())]))
            : values.AsArray().Select(value => new SweepValue(Label(value), [SetNode.Override(name, value)]));
        return new SweepAxis(name, [.. list]);
    }

    private static string Label(JsonNode? value) => value is null ? "null"
        : value.GetValueKind() == JsonValueKind.String ? value.GetValue<string>()
        : value.ToJsonString();

    private static void Check(ImmutableArray<SweepAxis> axes, IReadOnlyList<string> overrides, long repeats)
    {
        var runs = repeats;
        foreach (var axis in axes)
        {
            if (axis.Values.Select(value => value.Label).Distinct().Count() < axis.Values.Length)
                throw new SchemaViolation($"$.axes.{axis.Name}", "expected values that differ, found one twice");
            if (overrides.Any(entry => entry.StartsWith(axis.Name + "=", StringComparison.Ordinal)))
                throw new SchemaViolation($"$.axes.{axis.Name}", $"is an axis: --set {axis.Name} would change nothing");
            runs = Math.Min(runs * axis.Values.Length, int.MaxValue);
        }

        if (runs > SweepSchema.RunsMax)
            throw new SchemaViolation("$.axes", $"expected at most {SweepSchema.RunsMax} runs, repeats included");
    }

    private static ImmutableArray<SweepPoint> Points(ImmutableArray<SweepAxis> axes, Func<IEnumerable<SweepValue>, Scenario> scenario)
    {
        IEnumerable<ImmutableArray<SweepValue>> combinations = [[]];
        foreach (var axis in axes)
            combinations = combinations.SelectMany(values => axis.Values.Select(value => values.Add(value)));
        return [.. combinations.Select((values, i) => new SweepPoint(i + 1, [.. values.Select(value => value.Label)], scenario(values)))];
    }

    private static ImmutableSortedDictionary<string, string> Baseline(JsonObject baseline, ImmutableArray<SweepAxis> axes)
    {
        foreach (var (name, value) in baseline)
        {
            var path = $"$.baseline.{name}";
            var axis = axes.FirstOrDefault(axis => axis.Name == name)
                ?? throw new SchemaViolation(path, $"expected an axis: {string.Join(", ", axes.Select(axis => axis.Name))}");
            var labels = axis.Values.Select(known => known.Label).ToList();
            if (!labels.Contains(Label(value)))
                throw new SchemaViolation(path, $"expected one of {string.Join(", ", labels)}, found {Label(value)}");
        }

        return baseline.ToImmutableSortedDictionary(pair => pair.Key, pair => Label(pair.Value), StringComparer.Ordinal);
    }
}
