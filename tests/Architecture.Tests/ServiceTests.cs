using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>A service is one folder, which registers itself, and the gateway that answers for it: so a ninth one touches nothing else.</summary>
public sealed class ServiceTests
{
    private const string Grains = "src/Marketplace.Grains/";

    private static readonly string[] Silo =
        ["src/Marketplace.Grains", "src/Marketplace.Storage.Postgres", "src/Marketplace.Replication.Redis", "src/Marketplace.Silo"];

    // The gateway, and the stream by which carts follow products.
    private static readonly string[] Between = ["src/Marketplace.Silo/Entry/", "src/Marketplace.Silo/Gateway/", Grains + "Replication/StreamFeed.cs"];

    [Fact]
    public void Nothing_but_services_and_the_gateway_names_several_services()
    {
        var services = Services();
        Assert.Equal(8, services.Count);
        var lists =
            from file in Silo.SelectMany(folder => Repository.Files(folder, "*.cs"))
            let path = Repository.Relative(file)
            where !Between.Any(path.StartsWith) && !services.Keys.Any(name => path.StartsWith($"{Grains}{name}/", StringComparison.Ordinal))
            let words = Regex.Matches(File.ReadAllText(file), @"\w+").Select(match => match.Value).ToHashSet()
            let named = services.Where(service => service.Value.Overlaps(words)).Select(service => service.Key).ToList()
            where named.Count > 1
            select $"{path} names {string.Join(", ", named)}";
        Assert.Empty(lists);
    }

    // By the folder of each: its interfaces, grains and states.
    private static Dictionary<string, HashSet<string>> Services() => Repository.Files(Grains, "*Service.cs")
        .Select(file => Path.GetDirectoryName(file)!)
        .Where(folder => File.Exists(Path.Combine(folder, $"I{Path.GetFileName(folder)}Grain.cs")))
        .ToDictionary(
            folder => Path.GetFileName(folder),
            folder => Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file).Split('.')[0])
                .Where(name => name.EndsWith("Grain", StringComparison.Ordinal) || name.EndsWith("State", StringComparison.Ordinal)).ToHashSet());
}
