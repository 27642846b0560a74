using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.Driver.Scenarios.Studies;

/// <summary>A study in one of its profiles: grids of runs, and statements that they test.</summary>
/// <param name="Profile">"small" or "paper".</param>
internal sealed record Study(StudyText Text, string Profile, ImmutableArray<StudyPart> Parts);

/// <summary>What a study says, without its runs.</summary>
internal sealed record StudyText
{
    public required string Name { get; init; }
    public required string Question { get; init; }
    public ImmutableArray<StudyClaim> Claims { get; init; } = [];
    public ImmutableArray<string> Assumptions { get; init; } = [];

    /// <summary>The published numbers; null if there are none.</summary>
    public PublishedNumbers? Published { get; init; }
}

/// <summary>A grid of a study.</summary>
/// <param name="Sweep">Its runs; null if no arm can be run.</param>
/// <param name="NotRun">Arms that can't be run here, with the reason.</param>
internal sealed record StudyPart(string Name, string Title, Sweep? Sweep, ImmutableSortedDictionary<string, string> NotRun)
{
    /// <summary>How the rate of an open loop follows from another part; null if it does not.</summary>
    public StudyRate? Rate { get; init; }
}

/// <summary>The rate of an open loop: a share of the lowest throughput that the compared arms reached in an earlier part.</summary>
/// <param name="Of">The earlier part.</param>
internal sealed record StudyRate(string Of, double Share);

/// <summary>A statement that is tested. Its members are those of study files.</summary>
internal sealed record StudyClaim
{
    public required string Id { get; init; }
    public required string Text { get; init; }
    public required string Source { get; init; }
    public required string Part { get; init; }
    public required string Figure { get; init; }
    public required string Kind { get; init; }
    public ImmutableSortedDictionary<string, ImmutableArray<string>> Of { get; init; } = Nothing;
    public ImmutableSortedDictionary<string, ImmutableArray<string>> To { get; init; } = Nothing;
    public ImmutableSortedDictionary<string, ImmutableArray<string>> Where { get; init; } = Nothing;

    /// <summary>Labels in place of some of <see cref="Where"/>: the ratio there is what the claim's is divided by. None for a plain ratio.</summary>
    public ImmutableSortedDictionary<string, ImmutableArray<string>> Against { get; init; } = Nothing;

    public string? Axis { get; init; }
    public string Direction { get; init; } = "less";
    public double? Bound { get; init; }
    public double? Minimum { get; init; }

    /// <summary>Lowest and highest published ratio; null if none is published.</summary>
    public ImmutableArray<double>? Published { get; init; }

    /// <summary>The part with an open loop that decides it if it was run; null if there is none.</summary>
    public string? Open { get; init; }

    public string? Needs { get; init; }
    public int? Cores { get; init; }

    private static ImmutableSortedDictionary<string, ImmutableArray<string>> Nothing =>
        ImmutableSortedDictionary<string, ImmutableArray<string>>.Empty;
}

/// <summary>What a publication gives in numbers, and what is to be said of it.</summary>
internal sealed record PublishedNumbers
{
    public required string Title { get; init; }
    public ImmutableArray<PublishedTable> Tables { get; init; } = [];
    public ImmutableArray<PublishedStatement> Statements { get; init; } = [];
    public ImmutableArray<string> Remarks { get; init; } = [];
}

/// <summary>What the text of a publication says in a number.</summary>
internal sealed record PublishedStatement(string Text, string Number);

/// <summary>A published table. Its members are those of files of published numbers.</summary>
internal sealed record PublishedTable
{
    public required string Name { get; init; }
    public required string Title { get; init; }
    public required string Part { get; init; }
    public required string Figure { get; init; }
    public ImmutableSortedDictionary<string, ImmutableArray<string>> Where { get; init; } =
        ImmutableSortedDictionary<string, ImmutableArray<string>>.Empty;

    public required string Rows { get; init; }
    public required string Columns { get; init; }
    public required string Baseline { get; init; }
    public string Better { get; init; } = "less";

    /// <summary>Of a table of reductions in percent: the points that have the lower figure; none of a table of figures.</summary>
    public ImmutableSortedDictionary<string, ImmutableArray<string>> Of { get; init; } =
        ImmutableSortedDictionary<string, ImmutableArray<string>>.Empty;

    /// <summary>The points that the reduction is from.</summary>
    public ImmutableSortedDictionary<string, ImmutableArray<string>> To { get; init; } =
        ImmutableSortedDictionary<string, ImmutableArray<string>>.Empty;

    public required Dictionary<string, Dictionary<string, double>> Values { get; init; }
}

/// <summary>Reads the checked texts of studies.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(StudyClaim))]
[JsonSerializable(typeof(StudyRate))]
[JsonSerializable(typeof(PublishedNumbers))]
internal sealed partial class StudyJson : JsonSerializerContext;
