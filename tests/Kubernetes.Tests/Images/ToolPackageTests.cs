using System.Runtime.Versioning;
using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>The driver as a tool of .NET, packed from what is built already, installed, and run from an empty folder.</summary>
[UnsupportedOSPlatform("windows")]
[Collection(nameof(PublishedImages))]
public sealed class ToolPackageTests(PublishedImages images)
{
    [Fact(Timeout = 180_000)]
    public async Task The_tool_runs_a_scenario_on_the_silo_that_it_brings_along()
    {
        var (packages, tool) = (Path.Combine(images.Folder, "packages"), Path.Combine(images.Folder, "tool"));
        var work = Directory.CreateDirectory(Path.Combine(images.Folder, "work")).FullName;
        await Tool.Dotnet.Expect(
            Repository.Root, "", "pack", "src/Driver", "--no-build", "-nologo", "-v", "quiet", "-c", Repository.Configuration, "-o", packages);
        await Tool.Dotnet.Expect(
            work, "", "tool", "install", "OnlineMarketplace.Driver", "--tool-path", tool, "--source", packages);

        var installed = new Tool(Path.Combine(tool, "marketplace-driver"), "it was just installed.");
        var output = await installed.Expect(
            work, "", "run", "config/quickstart.json", "--quiet", "--output", "run",
            "--set", "load.operations=200", "--set", "data.sizeFactor=0.02", "--set", "epochs.warmUp=0");
        Assert.Contains("checks examined: clean", output, StringComparison.Ordinal);
        Assert.All(
            new[] { "LICENSE", "THIRD-PARTY-NOTICES.md" },
            name => Assert.NotEmpty(Directory.EnumerateFiles(tool, name, SearchOption.AllDirectories)));
    }
}
