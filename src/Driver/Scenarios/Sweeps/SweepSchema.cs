namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>The members of a sweep file: types, ranges and defaults.</summary>
internal static class SweepSchema
{
    /// <summary>Runs of one sweep, at most.</summary>
    public const int RunsMax = 10_000;

    /// <summary>Value of "silos" that lets runs share one.</summary>
    public const string KeptSilos = "kept";

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
        new("baseline", new SetNode(),
            "A label for some axes. Each point is compared with the point that has these labels and is otherwise equal.", "{}"));

    /// <summary>The JSON schema that editors read.</summary>
    public static string ToJsonSchema() => ScenarioSchema.ToJsonSchema(Root, "Online Marketplace sweep");
}
