namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>The members of a sweep file: types, ranges and defaults.</summary>
internal static class SweepSchema
{
    /// <summary>Runs of one sweep, at most.</summary>
    public const int RunsMax = 10_000;

    /// <summary>Value of "silos" that lets runs share one.</summary>
    public const string KeptSilos = "kept";

    /// <summary>What the member "warmUps" is for, here and in studies.</summary>
    public const string WarmUpsText =
        "With kept targets: runs that don't count, of each workload before its first run on a target. Default: one run on each target.";

    public static ObjectNode Root { get; } = new(
        new("$schema", new TextNode(), "Address of this schema, for editors."),
        new("name", new TextNode(), "Name of the sweep, in results and folders.", IsRequired: true),
        new("scenario", new TextNode(), "The scenario file, relative to this file.", IsRequired: true),
        new("set", new SetNode(), "Members of the scenario that all runs share, by path.", "{}"),
        new("axes", new AxesNode(), "What is varied. The last axis varies fastest.", IsRequired: true),
        new("repeats", NumberNode.Whole(1, 1_000), "Runs of each point. All points are run once before any point is run again.", "3"),
        new(
            "silos",
            new TextNode("new", KeptSilos),
            "new: each run has a silo of its own. kept: runs with the same settings share a silo, which is emptied before each run.",
            "\"new\""),
        new("warmUps", WarmUps(), WarmUpsText),
        new("baseline", new SetNode(),
            "A label for some axes. Each point is compared with the point that has these labels and is otherwise equal.", "{}"));

    /// <summary>The member "warmUps".</summary>
    public static ObjectNode WarmUps() => new(
        new SchemaMember("runs", NumberNode.Whole(1, 100), "Number of runs.", "1"),
        new SchemaMember("seconds", new NumberNode(0.1, 86_400), "Length of each, in seconds.", IsRequired: true));

    /// <summary>The JSON schema that editors read.</summary>
    public static string ToJsonSchema() => ScenarioSchema.ToJsonSchema(Root, "Online Marketplace sweep");
}
