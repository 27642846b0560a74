using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.Driver.Scenarios.Studies;

/// <summary>The members of study files and of files of published numbers.</summary>
internal static class StudySchema
{
    /// <summary>What an arm may need that not every machine has.</summary>
    public static readonly string[] Needs = ["mongodb"];

    private static readonly NumberNode Ratio = new(0, 1e9);
    private static readonly SchemaNode Labels = new MapNode("axes with labels", new LabelsNode());
    private static readonly SchemaNode Texts = new ListNode("texts", new TextNode());

    public static ObjectNode Root { get; } = new(
        new("$schema", new TextNode(), "Address of this schema, for editors."),
        new("name", new TextNode(), "Name of the study.", IsRequired: true),
        new("question", new TextNode(), "What the study asks, in a sentence or two.", IsRequired: true),
        new("published", new TextNode(), "File of the published numbers, relative to this file. Default: none."),
        new("scenario", new TextNode(), "The scenario file, relative to this file.", IsRequired: true),
        new("set", new SetNode(), "Members of the scenario that all runs share, by path.", "{}"),
        new("silos", new TextNode("new", SweepSchema.KeptSilos), "Whether runs with the same settings share a target.", "\"kept\""),
        new("arms", Arms(), "What is compared, by label: the members that each sets. They become the first axis, arm.", "{}"),
        new("axes", new AxesNode(), "What is varied in all parts."),
        new("baseline", new SetNode(), "A label for some axes, as in a sweep.", "{}"),
        new("profiles", new ObjectNode(
                new SchemaMember("small", Profile(), "Minutes.", IsRequired: true),
                new SchemaMember("paper", Profile(), "As published, or more: hours.", IsRequired: true)),
            "What differs between a quick look and the whole.", IsRequired: true),
        new("parts", new MapNode("parts", Part()), "Grids of one study. Default: one, main."),
        new("claims", new ListNode("claims", Claim()), "Statements that are tested.", "[]"),
        new("assumptions", Texts, "What the publication leaves open, and what differs here.", "[]"));

    /// <summary>A file of published numbers.</summary>
    public static ObjectNode Published { get; } = new(
        new("title", new TextNode(), "The publication.", IsRequired: true),
        new("tables", new ListNode("tables", Table()), "Its tables, as far as the study measures the same.", "[]"),
        new("statements", new ListNode("statements", Statement()), "What its text says in numbers.", "[]"),
        new("remarks", Texts, "What is wrong or open in the publication.", "[]"));

    /// <summary>The JSON schema that editors read.</summary>
    public static string ToJsonSchema() => ScenarioSchema.ToJsonSchema(Root, "Online Marketplace study");

    private static MapNode Arms() => new("arms", new ObjectNode(
        new SchemaMember("set", new SetNode(), "Members of the scenario, by path.", "{}"),
        new SchemaMember("needs", new TextNode(Needs), "What it needs; without it the arm is not run. Default: nothing.")));

    private static ObjectNode Profile() => new(
        new("repeats", NumberNode.Whole(1, 1_000), "Runs of each point.", "3"),
        new("axes", new AxesNode(), "Axes in place of those of the same name."),
        new("warmUps", SweepSchema.WarmUps(), SweepSchema.WarmUpsText),
        new("set", new SetNode(), "Members of the scenario.", "{}"));

    private static ObjectNode Part() => new(
        new("title", new TextNode(), "What the part asks.", IsRequired: true),
        new("scenario", new TextNode(),
            "Another scenario file, relative to this file. Then members and axes of study and profile do not count, only those of the part."),
        new("profiles", new ListNode("profiles", new TextNode("small", "paper")), "Profiles that have it.", """["small", "paper"]"""),
        new("arms", new ListNode("labels", new TextNode()), "Arms that it has. Default: all."),
        new("axes", new AxesNode(), "Axes in place of those of the same name, or further ones."),
        new("without", new ListNode("names", new TextNode()), "Axes of the study that it has not.", "[]"),
        new("baseline", new SetNode(), "In place of that of the study."),
        new("repeats", NumberNode.Whole(1, 1_000), "In place of those of the profile."),
        new("rate", new ObjectNode(
                new SchemaMember("of", new TextNode(), "An earlier part.", IsRequired: true),
                new SchemaMember("share", new NumberNode(0.01, 1), "Share of the lowest throughput that the arms reached in it.", IsRequired: true)),
            "The load.rate of an open loop, which is known once the other part is done. Default: none."),
        new("set", new SetNode(), "Members of the scenario.", "{}"));

    private static ObjectNode Claim() => new(
        new("id", new TextNode(), "Its name in reports.", IsRequired: true),
        new("text", new TextNode(), "The statement.", IsRequired: true),
        new("source", new TextNode(), "Where the publication says it; ours if it does not.", "\"ours\""),
        new("part", new TextNode(), "The part that tests it.", "\"main\""),
        new("figure", new TextNode(), "The figure, as sweep.json names it.", IsRequired: true),
        new("kind", new TextNode("less", "more", "alike", "best", "trend", "bound", "share"), "What is claimed of the ratio.", IsRequired: true),
        new("of", Labels, "Labels of the points whose figure is above the line.", "{}"),
        new("to", Labels, "Labels of the points that they are compared with.", "{}"),
        new("where", Labels, "Labels of the points that count. Default: all.", "{}"),
        new("against", Labels, "Labels in place of some of `where`: the claim is of the ratio there, divided by the ratio here.", "{}"),
        new("open", new TextNode(), "A part with an open loop, which decides it if it is run: a closed loop hides stalls. Default: none."),
        new("axis", new TextNode(), "An axis: its last label is compared with its first, in place of `to`."),
        new("direction", new TextNode("less", "more"), "Of best, trend, bound and share: which side is claimed.", "\"less\""),
        new("bound", Ratio, "Of a bound: the ratio, or without `to` the value of the figure."),
        new("minimum", Ratio, "Of a share: the share of decided points that must be on the published side."),
        new("published", new EitherNode(Ratio, new RangeNode(Ratio)), "The published ratio, or its range. Default: none."),
        new("needs", new TextNode(Needs), "What it needs."),
        new("cores", NumberNode.Whole(1, 1_024), "Cores without which it can't be decided."));

    private static ObjectNode Statement() => new(
        new SchemaMember("text", new TextNode(), "What is said.", IsRequired: true),
        new SchemaMember("number", new TextNode(), "The number, with its unit.", IsRequired: true));

    private static ObjectNode Table() => new(
        new("name", new TextNode(), "As the publication numbers it.", IsRequired: true),
        new("title", new TextNode(), "What it shows, with the unit.", IsRequired: true),
        new("part", new TextNode(), "The part that measures the same.", "\"main\""),
        new("figure", new TextNode(), "The figure, as sweep.json names it.", IsRequired: true),
        new("where", Labels, "Labels of the points that it shows.", "{}"),
        new("rows", new TextNode(), "The axis of its rows.", IsRequired: true),
        new("columns", new TextNode(), "The axis of its columns.", IsRequired: true),
        new("baseline", new TextNode(), "Label of the row that ratios are to; of reductions: the row that is measured.", IsRequired: true),
        new("of", Labels, "Makes it a table of reductions in percent: labels of the points that have the lower figure.", "{}"),
        new("to", Labels, "Labels of the points that the reduction is from.", "{}"),
        new("better", new TextNode("less", "more"), "Which figure is the better one.", "\"less\""),
        new("values", new MapNode("rows", new MapNode("columns", Ratio)), "Values by row and column.", IsRequired: true));
}
