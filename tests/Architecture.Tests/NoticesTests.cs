using System.Text;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>THIRD-PARTY-NOTICES.md names each package that the driver and the silo bring along, with its licence.</summary>
public sealed class NoticesTests
{
    private const string Page = "THIRD-PARTY-NOTICES.md";

    // Set to 1, the test writes the page instead of comparing it.
    private const string Write = "WRITE_NOTICES";

    // Packages that do not name their licence in a form that programs read.
    private static readonly Dictionary<string, (string License, string Copyright)> Unnamed = new()
    {
        ["Bogus"] = ("MIT", "Copyright (c) 2015 Brian Chavez; its data comes from faker.js, Copyright (c) 2014-2015 Matthew Bergman & Marak Squires"),
    };

    [Fact]
    public void The_page_of_notices_names_what_is_restored()
    {
        var text = Notices();
        var file = Path.Combine(Repository.Root, Page);
        if (Environment.GetEnvironmentVariable(Write) == "1")
            File.WriteAllText(file, text);

        Assert.True(File.ReadAllText(file) == text, $"{Page} is not up to date: run this test with {Write}=1, and look at what it has written.");
    }

    private static string Notices()
    {
        var packages = new[] { "Driver", "Marketplace.Silo" }.SelectMany(Shipped).Distinct()
            .OrderBy(static package => package.Name, StringComparer.Ordinal).Select(License).ToList();
        var page = new StringBuilder();
        page.AppendLine("# Third-party notices").AppendLine()
            .AppendLine("The driver and the silo bring these packages along. The texts of their licences follow the list. Swagger UI, within")
            .AppendLine("Swashbuckle.AspNetCore.SwaggerUI, is licensed under Apache-2.0, Copyright 2020-2021 SmartBear Software Inc. DuckDB, within")
            .AppendLine("DuckDB.NET.Bindings.Full, is licensed under MIT, Copyright 2018-2022 Stichting DuckDB Foundation.").AppendLine()
            .AppendLine("| package | version | licence | copyright |").AppendLine("| --- | --- | --- | --- |");
        foreach (var (name, version, license, copyright) in packages)
            page.AppendLine($"| {name} | {version} | {license} | {copyright} |");

        foreach (var license in packages.Select(package => package.License).Append("Apache-2.0").Distinct().Order(StringComparer.Ordinal))
        {
            var text = File.ReadAllText(Path.Combine(Repository.Root, "build", "licenses", $"{license}.txt")).Trim('\n');
            page.AppendLine().AppendLine($"## {license}").AppendLine().AppendLine("```text").AppendLine(text).AppendLine("```");
        }

        return page.ToString().ReplaceLineEndings("\n");
    }

    // Those with files that are needed to run.
    private static IEnumerable<(string Name, string Version)> Shipped(string project)
    {
        var assets = JsonNode.Parse(File.ReadAllText(Path.Combine(Repository.Root, "artifacts", "obj", project, "project.assets.json")))!;
        return assets["targets"]!.AsObject().Single().Value!.AsObject()
            .Where(static library => (string?)library.Value!["type"] == "package" && IsNeeded(library.Value))
            .Select(static library => library.Key.Split('/')).Select(static parts => (parts[0], parts[1]));
    }

    private static bool IsNeeded(JsonNode library) =>
        library["runtimeTargets"] is not null
        || (library["runtime"] is JsonObject files && files.Any(static file => !file.Key.EndsWith("/_._", StringComparison.Ordinal)));

    private static (string Name, string Version, string License, string Copyright) License((string Name, string Version) package)
    {
        var (name, version) = package;
        if (Unnamed.TryGetValue(name, out var known))
            return (name, version, known.License, known.Copyright);

        var folder = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        var (lowerName, lowerVersion) = (name.ToLowerInvariant(), version.ToLowerInvariant());
        var metadata = XDocument.Load(Path.Combine(folder, lowerName, lowerVersion, $"{lowerName}.nuspec")).Root!.Elements().First();
        var license = Value("license");
        Assert.False(
            license.Length == 0 || license.Contains('/'), $"{name} {version} names no licence: look it up, and add it to {nameof(Unnamed)}.");
        return (name, version, license, Value("copyright") is { Length: > 0 } copyright ? copyright : Value("authors"));

        string Value(string element) => metadata.Elements().FirstOrDefault(other => other.Name.LocalName == element)?.Value.Trim() ?? "";
    }
}
