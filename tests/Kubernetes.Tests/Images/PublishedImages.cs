using System.Runtime.Versioning;
using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>Both images, made by the command of docs/kubernetes.md from what is built already, on a base image without files.</summary>
[UnsupportedOSPlatform("windows")]
[CollectionDefinition(nameof(PublishedImages))]
public sealed class PublishedImages : IAsyncLifetime, ICollectionFixture<PublishedImages>
{
    // Outside of the repository, which a user without rights may not be able to read.
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("kubernetes-images-");

    internal Image Silo { get; private set; } = null!;

    internal Image Driver { get; private set; } = null!;

    /// <summary>A folder that is there as long as the images are.</summary>
    internal string Folder => _folder.FullName;

    public async ValueTask InitializeAsync()
    {
        File.SetUnixFileMode(_folder.FullName, (UnixFileMode)Convert.ToInt32("755", 8));
        await using var registry = await BaseRegistry.Start();
        Silo = await Publish(registry, "src/Marketplace.Silo/Marketplace.Silo.csproj");
        Driver = await Publish(registry, "src/Driver/Driver.csproj");
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    private async Task<Image> Publish(BaseRegistry registry, string project)
    {
        var name = ProjectFile.Value(project, "ContainerRepository");
        var folder = _folder.CreateSubdirectory(name).FullName;
        var archive = Path.Combine(folder, "image.tar");
        var baseImage = ProjectFile.Value(project, "ContainerBaseImage").Replace("mcr.microsoft.com", registry.Address, StringComparison.Ordinal);
        await Tool.Dotnet.Expect(
            Repository.Root, "", "publish", project, "--no-build", "-nologo", "-c", Repository.Configuration, "-t:PublishContainer",
            $"-p:Engine={Repository.Engine}", $"-p:ContainerBaseImage={baseImage}", $"-p:ContainerArchiveOutputPath={archive}");
        return await Image.Unpack(archive, folder);
    }
}
