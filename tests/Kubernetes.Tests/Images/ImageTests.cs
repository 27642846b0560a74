using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

[UnsupportedOSPlatform("windows")]
[Collection(nameof(PublishedImages))]
public sealed class ImageTests(PublishedImages images)
{
    private const string AppUser = "1654";

    [Fact]
    public void The_silo_s_image_runs_the_silo_as_nobody_special()
    {
        Assert.Equal($"marketplace-silo:{ProjectFile.Value("Directory.Build.props", "Version")}", images.Silo.Tag);
        Assert.Equal(AppUser, images.Silo.User);
        Assert.Equal(["dotnet", "/app/Marketplace.Silo.dll"], images.Silo.Entrypoint);
        Assert.Contains("8081/tcp", images.Silo.Ports);
        Assert.Equal("8081", images.Silo.Environment["ASPNETCORE_HTTP_PORTS"]);
        Assert.True(File.Exists(Path.Combine(images.Silo.Root, "app", "Marketplace.Silo.dll")));
    }

    [Fact]
    public void The_driver_s_image_runs_the_driver_and_has_no_silo()
    {
        Assert.Equal($"marketplace-driver:{ProjectFile.Value("Directory.Build.props", "Version")}", images.Driver.Tag);
        Assert.Equal(AppUser, images.Driver.User);
        Assert.Equal(["dotnet", "/app/Driver.dll"], images.Driver.Entrypoint);
        Assert.True(File.Exists(Path.Combine(images.Driver.Root, "app", "Driver.dll")));
        Assert.Empty(Directory.EnumerateFiles(images.Driver.Root, "Marketplace.Silo*", SearchOption.AllDirectories));
    }

    [Fact]
    public void The_programs_of_both_images_know_their_version_and_their_commit()
    {
        var version = ProjectFile.Value("Directory.Build.props", "Version");
        var commit = Path.Exists(Path.Combine(Repository.Root, ".git")) ? @"\+[0-9a-f]{40}" : "";
        string[] programs = [Path.Combine(images.Silo.Root, "app/Marketplace.Silo.dll"), Path.Combine(images.Driver.Root, "app/Driver.dll")];
        foreach (var program in programs)
            Assert.Matches($"^{Regex.Escape(version)}{commit}$", FileVersionInfo.GetVersionInfo(program).ProductVersion);
    }

    [Fact]
    public void Both_images_carry_the_licences()
    {
        foreach (var image in new[] { images.Silo, images.Driver })
            Assert.All(new[] { "LICENSE", "THIRD-PARTY-NOTICES.md" }, name => Assert.True(File.Exists(Path.Combine(image.Root, "app", name)), name));
    }
}
