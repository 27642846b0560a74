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
        new("name", new TextNode(), "Name of the sweep in results and folders.", IsRequired: true),
        new("scenario", new TextNode(), "The scenario file, relative to this one.", IsRequired: true),
        new("set", new SetNode(), "Members of the scenario that all runs share, by path.", "{}"),
        new("axes", new AxesNode(), "What is varied; the last axis varies fastest.", IsRequired: true),
        new("repeats", NumberNode.Whole(1, 1_000), "Runs of each point. All points are run once before any is run again.", "3"),
        new(
            "silos",
            new TextNode("new", KeptSilos),
            "Whether each run has a silo of its own, or those with the same settings share one, emptied before each and warmed once.",
            "\"new\""),
        new("baseline", new SetNode(), "Label by axis: what the other points are compared with, all else equal.", "{}"));

    /// <summary>The JSON schema that editors read.</summary>
    public static string ToJsonSchema() => ScenarioSchema.ToJsonSchema(Root, "Online Marketplace sweep");
}
