using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>The folders of the driver use each other one way (docs/architecture.md).</summary>
public sealed partial class DriverFolderTests
{
    private static readonly Dictionary<string, string[]> Allowed = new(StringComparer.Ordinal)
    {
        ["Scenarios"] = [],
        ["Http"] = [],
        ["Database"] = [],
        ["Data"] = ["Scenarios", "Database"],
        ["Workload"] = ["Scenarios", "Http", "Data"],
        ["Measurement"] = ["Scenarios", "Workload"],
        ["Load"] = ["Scenarios", "Http", "Data", "Workload", "Measurement"],
        ["Target"] = ["Scenarios", "Http", "Data", "Measurement"],
        ["Audit"] = ["Scenarios", "Measurement", "Target"],
        ["Reporting"] = ["Scenarios", "Measurement", "Load"],
        ["Queries"] = ["Scenarios", "Database", "Measurement", "Audit", "Reporting"],
        ["Commands"] = ["Scenarios", "Http", "Data", "Measurement", "Load", "Target", "Audit", "Reporting", "Queries"],
    };

    public static TheoryData<string> Folders() =>
        [.. Repository.Files("src/Driver", "*.cs").Select(file => Repository.Relative(file).Split('/')).Where(parts => parts.Length > 3)
            .Select(parts => parts[2]).Distinct()];

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_uses_only_those_below_it(string folder)
    {
        Assert.True(Allowed.TryGetValue(folder, out var allowed), $"{folder} has no place in the driver yet: give it one, here and in the docs.");
        var used = Repository.Files($"src/Driver/{folder}", "*.cs")
            .SelectMany(
                file => Using().Matches(File.ReadAllText(file)),
                (file, match) => (File: Repository.Relative(file), Folder: match.Groups[1].Value));
        Assert.DoesNotContain(used, use => use.Folder != folder && !allowed.Contains(use.Folder));
    }

    [GeneratedRegex(@"^using (?:\w+ = |static )?Marketplace\.Driver\.(\w+)", RegexOptions.Multiline)]
    private static partial Regex Using();
}
