using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>Dependencies point one way (docs/architecture.md).</summary>
public sealed class DependencyTests
{
    private static readonly Dictionary<string, string[]> Allowed = new(StringComparer.Ordinal)
    {
        ["Marketplace.Contracts"] = [],
        ["Marketplace.Engine"] = [],
        ["Marketplace.Protocols"] = ["Marketplace.Contracts"],
        ["Marketplace.Grains"] = ["Marketplace.Protocols"],
        ["Marketplace.Storage.Postgres"] = ["Marketplace.Grains"],
        ["Marketplace.Replication.Redis"] = ["Marketplace.Grains"],
        ["Marketplace.Silo"] = ["Marketplace.Grains", "Marketplace.Engine", "Marketplace.Storage.Postgres", "Marketplace.Replication.Redis"],
        ["Marketplace.Audit"] = ["Marketplace.Contracts"],
        ["Driver"] = ["Marketplace.Contracts", "Marketplace.Audit", "Marketplace.Records.Stores"],
        ["Marketplace.Records.Stores"] = [],
        ["Marketplace.Records"] = ["Marketplace.Records.Stores"],
        ["Marketplace.Simulation"] = ["Marketplace.Silo", "Marketplace.Audit"],
    };

    public static TheoryData<string> Projects() => [.. Repository.Files("src", "*.csproj").Select(Repository.Relative)];

    [Theory]
    [MemberData(nameof(Projects))]
    public void A_project_references_only_what_stands_below_it(string project)
    {
        var name = Path.GetFileNameWithoutExtension(project);
        Assert.True(Allowed.TryGetValue(name, out var allowed), $"{name} has no place in the architecture yet: give it one, here and in the docs.");
        Assert.Subset(new HashSet<string>(allowed), Repository.References(Path.Combine(Repository.Root, project)));
    }

    [Fact]
    public void Every_project_is_in_the_solution()
    {
        var solution = File.ReadAllText(Path.Combine(Repository.Root, "Marketplace.sln")).Replace('\\', '/');
        var projects = new[] { "src", "tests", "benchmarks" }.SelectMany(folder => Repository.Files(folder, "*.csproj")).Select(Repository.Relative);
        Assert.All(projects, project => Assert.Contains(project, solution, StringComparison.Ordinal));
    }

    [Fact]
    public void Grains_do_not_know_the_engine_they_run_on()
    {
        var conditional = Repository.Files("src/Marketplace.Grains", "*.cs")
            .Where(file => File.ReadLines(file).Any(line => line.TrimStart().StartsWith("#if", StringComparison.Ordinal)));
        Assert.Empty(conditional.Select(Repository.Relative));
    }
}
