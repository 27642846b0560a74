using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using static System.FormattableString;

namespace Marketplace.Driver.Scenarios;

/// <summary>A bound that a figure of a run is held to, or a ratio of figures, such as "throughput >= 5000".</summary>
/// <param name="Figure">One of <see cref="Figures"/>.</param>
internal sealed record Threshold(string Figure, string Operator, double Limit)
{
    private static readonly string[] Operators = ["<=", ">=", "<", ">"];

    /// <summary>The figures of docs/experiments.md, by their names in results.</summary>
    public static ImmutableArray<string> Figures { get; } =
    [
        "throughput", "completedThroughput", "requestThroughput",
        .. new[] { "checkout", "priceUpdate", "productDelete", "updateDelivery", "dashboard" }
            .SelectMany(kind => new[] { $"{kind}P50Ms", $"{kind}P99Ms" }),
        "abortedShare", "rejectedShare", "paymentFailedShare", "unknownShare",
        "protocolCommits", "protocolAbortRate",
        "protocolAbortsConflict", "protocolAbortsTimeout", "protocolAbortsParticipantLost", "protocolAbortsFailure",
        "protocolWaits", "protocolRecoveries", "protocolCompensations",
        "siloCpuMicrosPerTransaction", "serversCpuMicrosPerTransaction", "driverCpuMicrosPerTransaction",
        "siloPeakMiB", "driverUtilisation", "auditExamined", "auditViolations",
    ];

    /// <summary>Reads a bound, such as ">= 5000".</summary>
    /// <returns>Null if it is none.</returns>
    public static Threshold? Of(string figure, string bound)
    {
        bound = bound.Trim();
        return Array.Find(Operators, candidate => bound.StartsWith(candidate, StringComparison.Ordinal)) is { } found
            && double.TryParse(bound.AsSpan(found.Length), NumberStyles.Float, CultureInfo.InvariantCulture, out var limit)
            && double.IsFinite(limit)
                ? new Threshold(figure, found, limit)
                : null;
    }

    /// <summary>Reads a figure with its bound, such as "throughput >= 5000".</summary>
    /// <returns>Null if it is none, or the figure is unknown.</returns>
    public static Threshold? Parse(string text)
    {
        var end = text.AsSpan().IndexOfAny('<', '>');
        return end > 0 && Figures.Contains(text[..end].Trim()) ? Of(text[..end].Trim(), text[end..]) : null;
    }

    /// <summary>Reads a bound from the command line.</summary>
    /// <param name="option">The option, for the message.</param>
    /// <exception cref="ScenarioException">It is none, or its figure is unknown.</exception>
    public static Threshold Require(string text, string option)
    {
        var end = text.AsSpan().IndexOfAny('<', '>');
        var figure = (end < 0 ? text : text[..end]).Trim();
        if (end > 0 && !Figures.Contains(figure))
            throw new ScenarioException(option, figure, $"unknown figure, expected one of {string.Join(", ", Figures)}");
        return Parse(text) ?? throw new ScenarioException(
            option, text, "expected a figure, an operator (<, <=, >, >=) and a number, such as \"throughput < 0.95\"");
    }

    public bool Holds(double value) => Operator switch
    {
        "<" => value < Limit,
        "<=" => value <= Limit,
        ">" => value > Limit,
        _ => value >= Limit,
    };

    public override string ToString() => Invariant($"{Figure} {Operator} {Limit}");
}

/// <summary>Bounds by the names of figures.</summary>
internal sealed class ThresholdsNode : SchemaNode
{
    private readonly ObjectNode _bounds = new(
        [.. Threshold.Figures.Select(figure => new SchemaMember(figure, new BoundNode(), $"Bound of {figure}, such as \"< 50\"."))]);

    public override string Expected => "an object of figures and their bounds, such as { \"checkoutP99Ms\": \"< 50\" }";

    public override JsonNode Check(JsonNode? value, string path) => value is JsonObject ? _bounds.Check(value, path) : throw Wrong(value, path);

    public override JsonObject ToJsonSchema() => _bounds.ToJsonSchema();

    private sealed class BoundNode : SchemaNode
    {
        public override string Expected => "an operator (<, <=, >, >=) and a number, such as \"< 50\"";

        public override JsonNode Check(JsonNode? value, string path) =>
            value?.GetValueKind() == JsonValueKind.String && Threshold.Of("", value.GetValue<string>()) is not null
                ? value.DeepClone()
                : throw Wrong(value, path);

        public override JsonObject ToJsonSchema() =>
            new() { ["type"] = "string", ["pattern"] = "^ *[<>]=? *[-+]?[0-9.]+([eE][-+]?[0-9]+)? *$" };
    }
}
